from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F, Value
from django.db.models.functions import Coalesce


def seat_both_persons(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Whoever began a game acts for both persons, or for the one that the computer does not play."""
    saved_games = apps.get_model("web", "SavedGame").objects
    saved_games.exclude(computer=0).update(first_seat=F("seat"))
    saved_games.exclude(computer=1).update(second_seat=F("seat"))


def seat_whoever_began(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Back: a game belongs to one browser, person 0's where there are two."""
    saved_games = apps.get_model("web", "SavedGame").objects
    saved_games.update(seat=Coalesce(F("first_seat"), F("second_seat"), Value("")))


class Migration(migrations.Migration):
    dependencies = [("web", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="savedgame",
            name="first_seat",
            field=models.CharField(db_index=True, max_length=64, null=True),
        ),
        migrations.AddField(
            model_name="savedgame",
            name="second_seat",
            field=models.CharField(db_index=True, max_length=64, null=True),
        ),
        migrations.RunPython(seat_both_persons, seat_whoever_began, elidable=True),
        # With a default, so that going back can make the column before it is filled.
        migrations.AlterField(
            model_name="savedgame",
            name="seat",
            field=models.CharField(db_index=True, default="", max_length=64),
        ),
        migrations.RemoveField(model_name="savedgame", name="seat"),
    ]
