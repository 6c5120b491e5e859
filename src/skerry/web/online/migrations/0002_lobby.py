import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("online", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ticket",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=16)),
                ("speed", models.CharField(max_length=16)),
                ("is_rated", models.BooleanField(default=False)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen", models.DateTimeField(default=django.utils.timezone.now)),
                ("begun", models.CharField(blank=True, default="", max_length=10)),
            ],
        ),
        migrations.AddField(
            model_name="challenge",
            name="is_listed",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="challenge",
            name="is_rated",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="challenge",
            name="speed",
            field=models.CharField(default="correspondence", max_length=16),
        ),
        migrations.AddField(
            model_name="challenge",
            name="waits_until",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(
                condition=models.Q(("is_listed", True), ("state", "open")),
                fields=["-created"],
                name="challenges_listed",
            ),
        ),
        migrations.AddField(
            model_name="ticket",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.player"
            ),
        ),
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(
                condition=models.Q(("begun", "")),
                fields=["game", "speed", "is_rated"],
                name="tickets_waiting",
            ),
        ),
    ]
