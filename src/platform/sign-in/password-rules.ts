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
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).map(lettersOf)
  const given = lettersOf(password)
  const others = words
    .filter((word) => word.length >= wordLengthMin)
    .reduce((rest, word) => rest.replaceAll(word, ''), given)
  return others !== given && others.length < otherLettersMin
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]+/gu, '')

const entryBytes = 4
let filter: Promise<Buffer> | undefined

/**
 * `common-passwords.json` has the first four bytes of the SHA-256 of each, in order, in base64. A good password is mistaken
 * for one of them once in 90,000 times. Made of the list of @zxcvbn-ts/language-common 4.1.3 (MIT), in lower case.
 */
async function isCommon(password: string) {
  const known = await (filter ??= readFilter())
  const wanted = createHash('sha256').update(password.toLowerCase()).digest().readUInt32BE()
  let [low, high] = [0, known.length / entryBytes - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = known.readUInt32BE(middle * entryBytes)
    if (found === wanted) return true
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}

async function readFilter() {
  const { default: text } = await import('./common-passwords.json')
  return Buffer.from(text, 'base64')
}
