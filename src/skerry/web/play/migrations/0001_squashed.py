import django.db.models.deletion
from django.db import migrations, models

import skerry.web.play.models


class Migration(migrations.Migration):
    replaces = [
        ("web", "0001_initial"),
        ("web", "0002_seats"),
        ("web", "0003_lists"),
        ("web", "0004_beaten_levels"),
        ("web", "0005_under_way"),
        ("web", "0006_site_clock"),
        ("web", "0007_visibility"),
        ("web", "0008_rated"),
        ("web", "0009_event"),
        ("web", "0010_early_ends"),
        ("web", "0011_last_keys"),
        ("web", "0012_heartbeat"),
    ]

    dependencies = []

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
        migrations.CreateModel(
            name="SiteClock",
            fields=[
                ("boot", models.CharField(max_length=36, primary_key=True, serialize=False)),
                ("offset", models.FloatField()),
            ],
        ),
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
        migrations.CreateModel(
            name="SavedGame",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=skerry.web.play.models.new_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("first_seat", models.CharField(db_index=True, max_length=64, null=True)),
                ("second_seat", models.CharField(db_index=True, max_length=64, null=True)),
                ("record", models.TextField()),
                ("version", models.PositiveIntegerField(default=0)),
                ("game", models.CharField(max_length=16)),
                ("level", models.CharField(blank=True, max_length=16)),
                ("computer", models.SmallIntegerField(null=True)),
                ("num_turns", models.PositiveIntegerField(default=0)),
                ("to_act", models.SmallIntegerField(default=0, null=True)),
                ("position_key", models.BigIntegerField(null=True)),
                ("key_before", models.BigIntegerField(null=True)),
                ("key_two_before", models.BigIntegerField(null=True)),
                ("opening_turns", models.PositiveSmallIntegerField(default=4)),
                ("status", models.CharField(default="running", max_length=8)),
                ("winner", models.SmallIntegerField(null=True)),
                ("summary", models.CharField(blank=True, max_length=200)),
                ("visibility", models.CharField(default="link", max_length=8)),
                ("trouble", models.CharField(blank=True, max_length=300)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("deleted", models.DateTimeField(db_index=True, null=True)),
                ("turns_version", models.PositiveIntegerField(default=0)),
                ("clock", models.TextField(null=True)),
                ("offers", models.TextField(blank=True, default="")),
                ("deadline", models.FloatField(db_index=True, null=True)),
                ("is_aborted", models.BooleanField(default=False)),
                ("played_by", models.PositiveSmallIntegerField(default=0)),
                ("ended_early_by", models.SmallIntegerField(null=True)),
                ("next_game", models.CharField(blank=True, default="", max_length=10)),
                ("is_rated", models.BooleanField(default=False)),
                ("event", models.CharField(blank=True, default="", max_length=60)),
                ("event_path", models.CharField(blank=True, default="", max_length=60)),
            ],
            options={
                "ordering": ("-updated",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("position_key__isnull", False)),
                        fields=["position_key"],
                        name="running_positions",
                    ),
                    models.Index(
                        condition=models.Q(("key_before__isnull", False)),
                        fields=["key_before"],
                        name="running_before",
                    ),
                    models.Index(
                        condition=models.Q(("key_two_before__isnull", False)),
                        fields=["key_two_before"],
                        name="running_two_before",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayedTurn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("person", models.SmallIntegerField()),
                ("client_id", models.CharField(max_length=36)),
                ("version_after", models.PositiveIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="web.savedgame",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "person", "client_id"), name="played_once"
                    )
                ],
            },
        ),
    ]
