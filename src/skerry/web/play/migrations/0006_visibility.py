from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0004_beaten_levels")]

    operations = [
        migrations.AddField(
            model_name="savedgame",
            name="visibility",
            field=models.CharField(default="link", max_length=8),
        ),
        # No game has two holders yet, so that there is nothing to fill in.
        migrations.AddField(
            model_name="savedgame",
            name="position_key",
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddIndex(
            model_name="savedgame",
            index=models.Index(
                condition=models.Q(("position_key__isnull", False)),
                fields=["position_key"],
                name="running_positions",
            ),
        ),
    ]
