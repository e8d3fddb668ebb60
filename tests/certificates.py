"""Real certificates for tests: an authority, tables, screens, with names, dates and mistakes as asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Files:
    """A certificate and its key, in PEM."""

    certificate: Path
    key: Path


class Authority:
    """One authority in `folder`; its own certificate is `ca`.

    What it signs names its key, as RFC 5280 asks and Python 3.13 insists on, unless it is not `linked`.
    """

    def __init__(self, folder: Path, name: str = "room", *, linked: bool = True) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._name, self._linked = folder, name, linked
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._subject = _named(f"{name} authority")
        now = datetime.now(UTC)
        made = (
            x509.CertificateBuilder()
            .subject_name(self._subject)
            .issuer_name(self._subject)
            .public_key(self._key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - 30 * DAY)
            .not_valid_after(now + 30 * DAY)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(sign=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self._key.public_key()), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        self.ca = folder / f"{name}-ca.pem"
        self.ca.write_bytes(made.public_bytes(serialization.Encoding.PEM))

    def table(self, name: str) -> Files:
        """The certificate that a table shows."""
        return self._made(f"table {name}", [x509.DNSName(name)], ExtendedKeyUsageOID.SERVER_AUTH)

    def screen(self, subject: str, *names: str, days: tuple[int, int] = (-1, 1)) -> Files:
        """The certificate of a screen with these URIs, valid from and to so many days from now."""
        uris = [x509.UniformResourceIdentifier(name) for name in names]
        return self._made(subject, uris, ExtendedKeyUsageOID.CLIENT_AUTH, days)

    def revoke(self, *files: Files) -> Path:
        """A list of these certificates as taken back."""
        now = datetime.now(UTC)
        made = (
            x509.CertificateRevocationListBuilder()
            .issuer_name(self._subject)
            .last_update(now - DAY)
            .next_update(now + DAY)
        )
        for one in files:
            serial = x509.load_pem_x509_certificate(one.certificate.read_bytes()).serial_number
            entry = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(now - DAY)
            made = made.add_revoked_certificate(entry.build())
        path = self._folder / f"{self._name}-revoked.pem"
        signed = made.sign(self._key, hashes.SHA256())
        path.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
        return path

    def _made(
        self,
        subject: str,
        names: list[x509.GeneralName],
        use: x509.ObjectIdentifier,
        days: tuple[int, int] = (-1, 1),
    ) -> Files:
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(_named(subject))
            .issuer_name(self._subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + days[0] * DAY)
            .not_valid_after(now + days[1] * DAY)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(sign=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([use]), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        )
        if self._linked:
            signer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
            builder = builder.add_extension(signer, critical=False)
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        made = builder.sign(self._key, hashes.SHA256())
        stem = f"{self._name}-{made.serial_number:x}"
        files = Files(self._folder / f"{stem}.pem", self._folder / f"{stem}.key")
        files.certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
        files.key.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return files


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _usage(*, sign: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not sign,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=sign,
        crl_sign=sign,
        encipher_only=False,
        decipher_only=False,
    )
