from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F


def note_turns_version(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Until now every change of a game was one of its turns."""
    apps.get_model("web", "SavedGame").objects.update(turns_version=F("version"))


class Migration(migrations.Migration):
    dependencies = [("web", "0004_beaten_levels")]

    operations = [
        migrations.AddField(
            model_name="savedgame",
            name="turns_version",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="savedgame",
            name="clock",
            field=models.TextField(null=True),
        ),
        migrations.AddField(
            model_name="savedgame",
            name="offers",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="savedgame",
            name="deadline",
            field=models.FloatField(db_index=True, null=True),
        ),
        migrations.AddField(
            model_name="savedgame",
            name="is_aborted",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="savedgame",
            name="next_game",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.CreateModel(
            name="PlayedTurn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("person", models.SmallIntegerField()),
                ("client_id", models.CharField(max_length=36)),
                ("version_after", models.PositiveIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="+", to="web.savedgame"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "person", "client_id"), name="played_once"
                    )
                ],
            },
        ),
        migrations.RunPython(note_turns_version, migrations.RunPython.noop, elidable=True),
    ]
