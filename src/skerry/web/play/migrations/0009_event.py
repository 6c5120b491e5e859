from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0008_rated"),
    ]

    operations = [
        migrations.AddField(
            model_name="savedgame",
            name=name,
            field=models.CharField(blank=True, default="", max_length=60),
        )
        for name in ("event", "event_path")
    ]
