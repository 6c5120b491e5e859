from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0009_event"),
    ]

    operations = [
        migrations.AddField(
            model_name="savedgame",
            name="played_by",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="savedgame",
            name="ended_early_by",
            field=models.SmallIntegerField(null=True),
        ),
    ]
