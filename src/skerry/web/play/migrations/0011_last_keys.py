from django.db import migrations, models

COLUMNS = {"key_before": "running_before", "key_two_before": "running_two_before"}


class Migration(migrations.Migration):
    dependencies = [("web", "0010_early_ends")]

    # Of games under way they are filled in by their next turn.
    operations = [
        *(
            migrations.AddField(
                model_name="savedgame", name=column, field=models.BigIntegerField(null=True)
            )
            for column in COLUMNS
        ),
        migrations.AddField(
            model_name="savedgame",
            name="opening_turns",
            field=models.PositiveSmallIntegerField(default=4),
        ),
        *(
            migrations.AddIndex(
                model_name="savedgame",
                index=models.Index(
                    condition=models.Q((f"{column}__isnull", False)), fields=[column], name=name
                ),
            )
            for column, name in COLUMNS.items()
        ),
    ]
