from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0003_lists"),
    ]

    operations = [
        migrations.CreateModel(
            name="BeatenLevel",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("holder", models.CharField(db_index=True, max_length=64)),
                ("game", models.CharField(max_length=16)),
                ("level", models.CharField(max_length=16)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("holder", "game", "level"), name="beaten_once")
                ],
            },
        ),
    ]
