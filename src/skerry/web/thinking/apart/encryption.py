"""TLS between web processes and their engine: each side proves to the other that it has the key.

Both make the same Ed25519 key pair and certificate from the site's key, and trust no other
certificate. TLS 1.3 agrees on new keys for each connection, so what somebody has recorded cannot be
replayed, nor read by who learns the site's key later.
"""

import datetime
import secrets
import ssl
import tempfile
from pathlib import Path

# No clock matters: the certificate is good for as long as the key.
VALID_FROM = datetime.datetime(2000, 1, 1)
VALID_UNTIL = datetime.datetime(9999, 12, 31, 23, 59, 59)


def server_context(key: bytes) -> ssl.SSLContext:
    """For who listens.

    Args:
        key: 32 bytes that both sides know.
    """
    return _context(ssl.PROTOCOL_TLS_SERVER, key)


def client_context(key: bytes) -> ssl.SSLContext:
    """For who connects; see `server_context`."""
    return _context(ssl.PROTOCOL_TLS_CLIENT, key)


def _context(protocol: int, key: bytes) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False  # whoever has the key is the one, at any address
    context.verify_mode = ssl.CERT_REQUIRED
    if protocol == ssl.PROTOCOL_TLS_SERVER:
        context.num_tickets = 0  # each connection begins with both proofs
    password = secrets.token_hex(32)
    private, certificate = _make_pair(key, password)
    context.load_verify_locations(cadata=certificate.decode())
    with tempfile.TemporaryDirectory() as folder:  # `ssl` reads files only; this one is encrypted
        path = Path(folder) / "pair.pem"
        path.write_bytes(private + certificate)
        context.load_cert_chain(path, password=password)
    return context


def _make_pair(key: bytes, password: str) -> tuple[bytes, bytes]:
    """The private key, encrypted, and the certificate, both as PEM; the same for the same key."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption,
        Encoding,
        PrivateFormat,
    )

    private = Ed25519PrivateKey.from_private_bytes(key)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "skerry engine")])
    certificate = (
        x509.CertificateBuilder(name, name, private.public_key())
        .serial_number(1)
        .not_valid_before(VALID_FROM)
        .not_valid_after(VALID_UNTIL)
        .sign(private, algorithm=None)
    )
    encryption = BestAvailableEncryption(password.encode())
    return (
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption),
        certificate.public_bytes(Encoding.PEM),
    )
