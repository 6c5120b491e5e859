import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import skerry.web.online.models


class Migration(migrations.Migration):
    replaces = [
        ("online", "0001_initial"),
        ("online", "0002_lobby"),
        ("online", "0003_invited"),
        ("online", "0004_chat"),
    ]

    dependencies = [
        ("accounts", "0001_squashed"),
        ("web", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=200)),
                ("client_id", models.CharField(max_length=36, null=True)),
                ("moment", models.DateTimeField(default=django.utils.timezone.now)),
                ("is_hidden", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="web.savedgame",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
                (
                    "muter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("moment", models.DateTimeField(default=django.utils.timezone.now)),
                ("handled", models.DateTimeField(blank=True, null=True)),
                (
                    "line",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="report",
                        to="online.chatline",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "report of chat",
                "verbose_name_plural": "reports of chat",
                "ordering": ("-moment",),
            },
        ),
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
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=skerry.web.online.models.new_link,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("game", models.CharField(max_length=16)),
                ("options", models.TextField()),
                ("seed", models.BigIntegerField(null=True)),
                ("prepared", models.BooleanField(default=False)),
                ("side", models.CharField(max_length=8)),
                ("control", models.TextField(blank=True)),
                ("state", models.CharField(default="open", max_length=10)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "expires",
                    models.DateTimeField(
                        db_index=True, default=skerry.web.online.models._in_a_week
                    ),
                ),
                ("begun", models.CharField(blank=True, default="", max_length=10)),
                ("is_rated", models.BooleanField(default=False)),
                ("is_listed", models.BooleanField(default=False)),
                ("speed", models.CharField(default="correspondence", max_length=16)),
                ("waits_until", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "invited",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
                (
                    "maker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_listed", True), ("state", "open")),
                        fields=["-created"],
                        name="challenges_listed",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="chatline",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="numbered_once"),
        ),
        migrations.AddConstraint(
            model_name="chatline",
            constraint=models.UniqueConstraint(
                fields=("game", "player", "client_id"), name="said_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("muter", "muted"), name="muted_once"),
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
