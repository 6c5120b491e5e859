import json

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

DRAWN = -1


def note_winners(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who won the games that are over, by their records; of a damaged one nothing is known."""
    over = apps.get_model("web", "SavedGame").objects.filter(status="over")
    for game_id, record in over.values_list("pk", "record").iterator():
        try:
            winner = json.loads(record)["result"]["winner"]
        except (ValueError, LookupError, TypeError):
            continue
        if winner in (0, 1, None):
            over.filter(pk=game_id).update(winner=DRAWN if winner is None else winner)


class Migration(migrations.Migration):
    dependencies = [("web", "0002_seats")]

    operations = [
        migrations.AddField(
            model_name="savedgame",
            name="winner",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="savedgame",
            name="deleted",
            field=models.DateTimeField(db_index=True, null=True),
        ),
        migrations.RunPython(note_winners, migrations.RunPython.noop, elidable=True),
    ]
