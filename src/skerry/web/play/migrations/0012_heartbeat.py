from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0011_last_keys")]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("last", models.FloatField()),
                ("lost", models.FloatField(default=0.0)),
            ],
        ),
    ]
