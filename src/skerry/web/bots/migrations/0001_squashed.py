import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import skerry.web.bots.models


class Migration(migrations.Migration):
    replaces = [("bots", "0001_initial"), ("bots", "0002_scope")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "hashed",
                    models.CharField(
                        editable=False, max_length=64, primary_key=True, serialize=False
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("scope", models.CharField(default="play", max_length=8)),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("expires", models.DateTimeField(default=skerry.web.bots.models._in_a_year)),
                ("seen", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
