import { foldText } from '../../kernel/text/fold-text.contract'

const yesWords = new Set([
  'sim',
  's',
  'yes',
  'y',
  'si',
  'ok',
  'quero',
  'aceito',
  'confirmo',
  'quiero',
  'acepto',
  '1',
  '👍',
])
const noWords = new Set(['nao', 'n', 'no', '2'])
const politeWords = new Set(['quero', 'obrigado', 'obrigada', 'gracias', 'thanks', 'quiero', 'aceito', 'acepto'])
const optOutWords = new Set([
  'sair',
  'parar',
  'stop',
  'cancelar',
  'descadastrar',
  'remover',
  'salir',
  'baja',
  'unsubscribe',
])
const lengthMax = 60

type CampaignAnswer = 'yes' | 'no' | 'optOut'

/** Returns the meaning of a short answer to a campaign; undefined for anything else. */
export function readAnswer(text: string): CampaignAnswer | undefined {
  if (text.length > lengthMax) return undefined
  const words = foldText(text)
    .replace(/[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu, '')
    .split(/[^\p{L}\p{N}👍]+/u)
    .filter((word) => word !== '')
  const [first = ''] = words
  const isOnly = (allowed: ReadonlySet<string>) => words.every((word) => allowed.has(word))
  if (words.length === 0) return undefined
  if (isOnly(optOutWords)) return 'optOut'
  if (noWords.has(first) && words.every((word) => noWords.has(word) || politeWords.has(word))) return 'no'
  return isOnly(yesWords) ? 'yes' : undefined
}
