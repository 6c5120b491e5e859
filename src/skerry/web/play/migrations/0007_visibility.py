from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0006_site_clock")]

    operations = [
        migrations.AddField(
            model_name="savedgame",
            name="visibility",
            field=models.CharField(default="link", max_length=8),
        ),
        # Of games under way it is filled in by their next turn.
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
