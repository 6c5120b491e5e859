from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="RevokedSeat",
            fields=[
                (
                    "holder",
                    models.CharField(max_length=64, primary_key=True, serialize=False),
                ),
                ("before", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
