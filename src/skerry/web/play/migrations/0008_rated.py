from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0007_visibility"),
    ]

    operations = [
        migrations.AddField(
            model_name="savedgame",
            name="is_rated",
            field=models.BooleanField(default=False),
        ),
    ]
