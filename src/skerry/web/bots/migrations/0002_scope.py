from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bots", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scope",
            field=models.CharField(default="play", max_length=8),
        ),
    ]
