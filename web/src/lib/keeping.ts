/** Taking one's name and seats to another device, and keeping a name by a passkey. */

import { connection } from "./connection.svelte";
import { settings } from "./settings.svelte";

/** Who comes by an address with a code, or with a personal link, behind its `#`. */
export type Arrival = { code: string } | { name: string; token: string };

/** What the part of an address behind its `#` brings; none if it is something else. */
export function arrival(hash: string): Arrival | null {
  const code = /^#code=([\w-]{1,64})$/.exec(hash)?.[1];
  if (code) return { code };
  const [, token, name] = /^#me=([\w-]{16,64}):(.{1,200})$/.exec(hash) ?? [];
  if (!token || !name) return null;
  try {
    return { name: decodeURIComponent(name), token };
  } catch {
    return null;
  }
}

/** The address by which whoever has it is this person, on any device. */
export function personalLink(site: string): string {
  return `${site}/#me=${settings.token}:${encodeURIComponent(settings.name)}`;
}

/** Be whom a code was made for. */
export async function redeem(code: string): Promise<void> {
  const { name, token } = await connection.send({ type: "redeem", code });
  await connection.becomes(name!, token!);
}

/** The address of the house as another device would type it. */
export async function siteForOthers(): Promise<{ link: string; reach: string }> {
  const here = { link: location.origin, reach: "network" };
  try {
    const answer = await fetch(`/api/address?at=${encodeURIComponent(location.origin)}`);
    return answer.ok ? ((await answer.json()) as typeof here) : here;
  } catch {
    return here;
  }
}

/** Whether passkeys work in this browser at this address: not by numbers, and not without TLS but on this machine. */
export function canUsePasskeys(): boolean {
  const named = !/^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && named && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Keep the name by a passkey of this device. */
export async function keepByPasskey(): Promise<void> {
  const { options } = await connection.send({ type: "ask_passkey" });
  const asked = JSON.parse(options!) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  await connection.send({ type: "keep_passkey", credential: JSON.stringify(made.toJSON()) });
}

/** Prove a name by one of its passkeys, and come in under it. */
export async function comeInByPasskey(name: string): Promise<void> {
  const { options } = await connection.send({ type: "ask_passkey", name });
  const asked = JSON.parse(options!) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  await connection.comeIn(name, "", JSON.stringify(signed.toJSON()));
}
