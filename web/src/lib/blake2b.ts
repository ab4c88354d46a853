/**
 * BLAKE2b (RFC 7693) with a personalisation or a key: enough to check what a game was dealt from. The browser's own
 * cryptography has no BLAKE2.
 */

const WORD = (1n << 64n) - 1n;
const BLOCK = 128;
const ROUNDS = 12;

// prettier-ignore
const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

const digits = (row: string) => [...row].map((digit) => parseInt(digit, 16));

/** In which order each round takes the sixteen words of the message. */
// prettier-ignore
const ORDERS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map(digits);

/** Which four words of the state each step of a round mixes: columns, then diagonals. */
const QUARTERS = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map(digits);

function words(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 8 }, (_, place) => view.getBigUint64(place * 8, true));
}

function turned(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (64n - by))) & WORD;
}

/** One block stirred into the chain; `counted` bytes were read up to its end. */
function compress(chain: bigint[], block: Uint8Array, counted: number, last: boolean): bigint[] {
  const text = words(block);
  const v = [...chain, ...START];
  v[12]! ^= BigInt(counted);
  if (last) v[14]! ^= WORD;

  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDERS[round % ORDERS.length]!;
    QUARTERS.forEach(([a, b, c, d], step) => {
      const mix = (word: bigint, first: bigint, second: bigint) => {
        v[a!] = (v[a!]! + v[b!]! + word) & WORD;
        v[d!] = turned(v[d!]! ^ v[a!]!, first);
        v[c!] = (v[c!]! + v[d!]!) & WORD;
        v[b!] = turned(v[b!]! ^ v[c!]!, second);
      };
      mix(text[order[2 * step]!]!, 32n, 24n);
      mix(text[order[2 * step + 1]!]!, 16n, 63n);
    });
  }
  return chain.map((word, place) => word ^ v[place]! ^ v[place + 8]!);
}

/** The digest of a message, so many bytes of it, in hexadecimal. */
export function blake2b(message: Uint8Array, size: number, personal: string, key: Uint8Array = new Uint8Array()): string {
  const parameters = new Uint8Array(64);
  parameters.set([size, key.length, 1, 1]);
  parameters.set(new TextEncoder().encode(personal), 48);
  let chain = words(parameters).map((word, place) => word ^ START[place]!);

  const head = key.length ? BLOCK : 0;
  const length = head + message.length;
  const whole = new Uint8Array(Math.max(1, Math.ceil(length / BLOCK)) * BLOCK);
  whole.set(key);
  whole.set(message, head);
  for (let at = 0; at < whole.length; at += BLOCK) {
    const last = at + BLOCK === whole.length;
    chain = compress(chain, whole.subarray(at, at + BLOCK), last ? length : at + BLOCK, last);
  }

  const digest = new DataView(new ArrayBuffer(64));
  chain.forEach((word, place) => digest.setBigUint64(place * 8, word, true));
  return hex(new Uint8Array(digest.buffer, 0, size));
}

/** Bytes in hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes that such a text names. */
export function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const VECTOR = "843c4cb3f08d3cf57a09734f30f478ef1043a04e172bf3c0d099b8a31d814f6b";

/** What the house publishes before a game: a hash that fixes the seed without telling it. */
export function commitment(seed: string): string {
  const digest = (bytes: Uint8Array) => blake2b(bytes, 32, "bottega-commit");
  if (digest(Uint8Array.from({ length: 32 }, (_, place) => place)) !== VECTOR) throw new Error("this browser miscounts");
  return digest(unhex(seed));
}
