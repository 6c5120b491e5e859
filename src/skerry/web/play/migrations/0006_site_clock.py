from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0005_under_way")]

    operations = [
        migrations.CreateModel(
            name="SiteClock",
            fields=[
                (
                    "boot",
                    models.CharField(max_length=36, primary_key=True, serialize=False),
                ),
                ("offset", models.FloatField()),
            ],
        ),
    ]
