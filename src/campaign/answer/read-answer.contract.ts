import { foldText } from '../../kernel/text/fold-text.contract'
import { leavingPhrases, leavingSigns } from './leaving-phrases.contract'

const setOf = (words: string) => new Set(words.split(' '))
const yesWords = setOf('sim s yes y si ok claro pode podem quero aceito confirmo quiero acepto 1 👍')
/** May follow a yes. */
const wishWords = setOf('receber mandar enviar certeza com desejo recibir mandarme enviarme deseo sure')
const noWords = setOf('nao n no 2 👎')
/** May follow a no. */
const politeWords = setOf('quero quiero aceito acepto')

const languages = Object.values(leavingPhrases)
const all = (part: 'whole' | 'opening' | 'tail' | 'courtesy') =>
  new Set(languages.flatMap((language) => language[part]))
const [whole, opening, tail, courtesy] = [all('whole'), all('opening'), all('tail'), all('courtesy')]
const signs = new Set<string>(leavingSigns)
const lengthMax = 100

export type CampaignAnswer = 'yes' | 'no' | 'optOut'

/**
 * Returns the meaning of a short answer to a campaign; undefined for anything else. Only complete messages count, because
 * ordinary sentences contain the same words.
 * @param added further phrases by which contacts leave, as `phraseOf` returns them
 */
export function readAnswer(text: string, added?: ReadonlySet<string>): CampaignAnswer | undefined {
  if (text.length > lengthMax) return undefined
  const words = withoutCourtesy(wordsOf(text))
  const [first = ''] = words
  if (words.length === 0) return undefined
  if (isLeaving(words)) return 'optOut'
  if (noWords.has(first) && words.every((word) => noWords.has(word) || politeWords.has(word))) return 'no'
  if (yesWords.has(first) && words.every((word) => yesWords.has(word) || wishWords.has(word))) return 'yes'
  return added?.has(phraseOf(text)) ? 'optOut' : undefined
}

/** “Cancelar” may also be about an order or an appointment. */
export const isAmbiguous = (text: string) => /^cancel\p{L}*$/u.test(phraseOf(text))

/** Returns what makes two phrases the same: their words, or signs, without courtesy. */
export const phraseOf = (text: string) => withoutCourtesy(wordsOf(text)).join(' ')

/** In lower case and without accents. Signs such as 👍 count only in texts without words. */
function wordsOf(text: string): readonly string[] {
  const folded = foldText(text).replace(/['’]/g, '')
  return folded.match(/[\p{L}\p{N}]+/gu) ?? folded.match(/\p{Extended_Pictographic}/gu) ?? []
}

function withoutCourtesy(words: readonly string[]): readonly string[] {
  const isMeant = (word: string) => !courtesy.has(word)
  return words.slice(Math.max(0, words.findIndex(isMeant)), words.findLastIndex(isMeant) + 1)
}

function isLeaving(meant: readonly string[]): boolean {
  if (meant.every((word) => signs.has(word))) return true
  // Also several of them, such as "parar, sair".
  if (whole.has(meant.join(' ')) || meant.every((word) => whole.has(word))) return true
  return meant.some((_, end) => {
    return opening.has(meant.slice(0, end + 1).join(' ')) && meant.slice(end + 1).every((word) => tail.has(word))
  })
}
