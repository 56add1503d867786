import { createHash } from 'node:crypto'
import { refuse } from '../../kernel/errors'

export interface PasswordFacts {
  /** At least what every password has. */
  minLength?: number
  /** Names and addresses that others know. */
  words?: readonly string[]
}

/** OWASP ASVS 5.0, V6.2: no rules of composition. @throws Refusal ERR_INVALID_INPUT on the field */
export async function assertGoodPassword(password: string, facts: PasswordFacts, field = 'password') {
  const fault = await faultOfPassword(password, facts)
  if (fault) refuse('ERR_INVALID_INPUT', { fields: { [field]: fault } })
}

async function faultOfPassword(password: string, { minLength = 0, words = [] }: PasswordFacts) {
  if ([...password].length < minLength) return minLength === 8 ? 'passwordShort8' : 'passwordShort12'
  if (isHardlyMore(password, words)) return 'personalPassword'
  return (await isCommon(password)) ? 'commonPassword' : undefined
}

const wordLengthMin = 4
const otherLettersMin = 3

/** Known words with digits, signs or a letter or two around them. */
function isHardlyMore(password: string, texts: readonly string[]) {
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map(lettersOf)
  const given = lettersOf(password)
  const others = words
    .filter((word) => word.length >= wordLengthMin)
    .reduce((rest, word) => rest.replaceAll(word, ''), given)
  return others !== given && others.length < otherLettersMin
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]+/gu, '')

const entryBytes = 4
let filter: Promise<Buffer> | undefined

/** `common-passwords.json`: sorted 4-byte starts of SHA-256 (base64), of @zxcvbn-ts/language-common 4.1.3 (MIT). Errs once in 90,000. */
async function isCommon(password: string) {
  const known = await (filter ??= readFilter())
  const wanted = createHash('sha256').update(password.toLowerCase()).digest().readUInt32BE()
  const at = firstFrom(known, wanted) * entryBytes
  return at < known.length && known.readUInt32BE(at) === wanted
}

/** Entries of the filter that begin with these hexadecimal digits. */
export async function knownPasswords(prefix: string): Promise<string[]> {
  const known = await (filter ??= readFilter())
  const unit = 16 ** (entryBytes * 2 - prefix.length)
  const from = Number.parseInt(prefix, 16) * unit
  return (
    known
      .subarray(firstFrom(known, from) * entryBytes, firstFrom(known, from + unit) * entryBytes)
      .toString('hex')
      .match(/.{8}/g) ?? []
  )
}

/** The index of the first entry that is not below. */
function firstFrom(known: Buffer, wanted: number) {
  let [low, high] = [0, known.length / entryBytes]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (known.readUInt32BE(middle * entryBytes) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

async function readFilter() {
  const { default: text } = await import('./common-passwords.json')
  return Buffer.from(text, 'base64')
}
