import { foldText } from '../../kernel/text/fold-text.contract'

interface LeavingPhrases {
  whole: readonly string[]
  /** Complete messages, or followed by words of `tail`. */
  opening: readonly string[]
  tail: readonly string[]
  courtesy: readonly string[]
}

const split = (text: string) => text.split(/\s*,\s*/)

/** Folded. All languages are understood. */
const leavingPhrases: Record<'pt' | 'en' | 'es', LeavingPhrases> = {
  pt: {
    whole: split(
      'sair, parar, pare, parem, parar promocoes, interromper promocoes, cancelar, cancele, cancela, descadastrar, remover, remova, remove, pode parar, ' +
        'podem parar, quero parar, cancelar inscricao, cancelar mensagens, cancelar recebimento, chega de mensagem, ' +
        'chega de mensagens, sem mais mensagens, me remova, me remove, me removam, me exclua, me exclui, me excluam, me tira daqui, me tire daqui, ' +
        'desinscrever, me desinscreva, me desinscrever, quero me desinscrever, quero ser removido, quero ser removida',
    ),
    opening: split(
      'sair da lista, sair dessa lista, sair desta lista, quero sair, gostaria de sair, desejo sair, parar de receber, ' +
        'parar de mandar, parar de enviar, pare de mandar, pare de enviar, pare de me mandar, pare de me enviar, ' +
        'para de mandar, para de enviar, para de me mandar, para de me enviar, parem de mandar, parem de enviar, ' +
        'parem de me mandar, parem de me enviar, pode parar de mandar, pode parar de enviar, podem parar de mandar, ' +
        'podem parar de enviar, quero parar de receber, quero deixar de receber, gostaria de parar de receber, ' +
        'gostaria de nao receber, nao quero receber, nao quero mais receber, nao desejo receber, ' +
        'nao desejo mais receber, nao quero mais mensagem, nao quero mais mensagens, nao me mande mais, ' +
        'nao me mandem mais, nao me manda mais, nao me envie mais, nao me enviem mais, nao me envia mais, ' +
        'nao mande mais, nao mandem mais, nao envie mais, nao enviem mais, nao envia mais, nao manda mais, remover meu, remova meu, remove meu, ' +
        'tirar meu, tire meu, tira meu, tirem meu, retirar meu, retire meu, retirem meu, removam meu, excluir meu, exclua meu, apague meu, remover da, remova da, me remova da, ' +
        'me remove da, me remover da, me tire da, me tira da, me tirem da, me retire da, me retirem da, me removam da, me exclua da, me excluir da, ' +
        'quero descadastrar, quero me descadastrar, me descadastre, me descadastra, me descadastrar, descadastre, ' +
        'descadastra, me tira dessa, me tira desta, me tire dessa, me tire desta, me tirem dessa, me tirem desta, me remova dessa, ' +
        'me remova desta, me remove dessa, me exclui da, me exclui dessa, exclui meu, deletar meu, delete meu, deleta meu, ' +
        'apagar meu, apaga meu, nao me mande mensagem, nao me mande mensagens, nao me mandem mensagem, ' +
        'nao me mandem mensagens, nao me envie mensagem, nao me envie mensagens, nao me enviem mensagem, ' +
        'nao me enviem mensagens',
    ),
    tail: split(
      'mais, nada, nenhum, nenhuma, mensagem, mensagens, msg, msgs, propaganda, propagandas, promocao, promocoes, oferta, ofertas, ' +
        'campanha, campanhas, de, da, do, essa, esta, dessa, desta, nessa, nesta, essas, estas, esse, esses, isso, ' +
        'lista, voces, voce, vcs, vc, meu, numero, contato, whatsapp, zap, daqui',
    ),
    courtesy: split(
      'por, favor, pf, pfv, pfvr, gentileza, obrigado, obrigada, obg, grato, grata, oi, ola, bom, boa, dia, tarde, ' +
        'noite, eu, ja, agora, gente',
    ),
  },
  en: {
    whole: split(
      'stop, stopall, stop all, stop promotions, unsubscribe, cancel, quit, opt out, optout, remove me, no more messages',
    ),
    opening: split(
      'stop sending, stop messaging, stop texting, stop messages, unsubscribe me, remove me from, remove my, ' +
        'take me off, opt me out, i want to unsubscribe, i want to leave, i want to stop receiving, do not send, ' +
        'dont send, do not message, dont message, do not text, dont text, i do not want to receive, ' +
        'i dont want to receive, i no longer want to receive',
    ),
    tail: split(
      'me, any, more, anymore, message, messages, text, texts, this, these, the, your, from, list, my, number, offer, ' +
        'offers, promotion, promotions, ads',
    ),
    courtesy: split('please, pls, thanks, thank, you, hi, hello, now'),
  },
  es: {
    whole: split(
      'salir, baja, darse de baja, no me escriban mas, no me escribas mas, parar, pare, paren, detener promociones, cancelar, remover, detener, desuscribir, desuscribirme, darme de baja, ' +
        'no mas mensajes, cancelar suscripcion, eliminame, eliminenme, borrame, borrenme',
    ),
    opening: split(
      'quiero salir, quisiera salir, salir de la lista, dar de baja, quiero darme de baja, quisiera darme de baja, ' +
        'denme de baja, dame de baja, deme de baja, no quiero recibir, no quiero mas recibir, ya no quiero recibir, ' +
        'no deseo recibir, ya no deseo recibir, no quiero mas mensajes, no me envien mas, no me envies mas, ' +
        'no me manden mas, no me mandes mas, no envien mas, no manden mas, deja de enviar, deja de enviarme, ' +
        'dejen de enviar, dejen de enviarme, deja de mandar, deja de mandarme, dejen de mandar, dejen de mandarme, ' +
        'paren de enviar, paren de mandar, eliminar mi, elimina mi, eliminen mi, borrar mi, borra mi, borren mi, ' +
        'quitar mi, quiten mi, eliminame de, borrame de, quitame de, quitenme de, sacame de, saquenme de',
    ),
    tail: split(
      'mas, nada, mensaje, mensajes, publicidad, promocion, promociones, oferta, ofertas, campana, campanas, de, la, ' +
        'esta, este, estos, estas, esto, su, sus, lista, ustedes, mi, numero, contacto',
    ),
    courtesy: split('por, favor, gracias, hola, buenos, buenas, dias, tardes, noches, ahora, yo'),
  },
}

/** Complete messages without words. */
const leavingSigns = ['🛑', '⛔', '🚫'] as const

const setOf = (words: string) => new Set(words.split(' '))
const yesWords = setOf('sim s yes y si ok claro pode podem quero aceito confirmo quiero acepto 1 👍')
const wishWords = setOf('receber mandar enviar certeza com desejo recibir mandarme enviarme deseo sure')
const noWords = setOf('nao n no 2 👎')
const politeWords = setOf('quero quiero aceito acepto')

const languages = Object.values(leavingPhrases)
const all = (part: 'whole' | 'opening' | 'tail' | 'courtesy') =>
  new Set(languages.flatMap((language) => language[part]))
const [whole, opening, tail, courtesy] = [all('whole'), all('opening'), all('tail'), all('courtesy')]
const openingWords = new Set([...opening].map((phrase) => phrase.split(' ')[0]))
const signs = new Set<string>(leavingSigns)
const lengthMax = 100

export type CampaignAnswer = 'yes' | 'no' | 'optOut'

/** Only complete messages: sentences have the same words. @param added further leaving phrases, by `phraseOf` */
export function readAnswer(text: string, added?: ReadonlySet<string>): CampaignAnswer | undefined {
  if (text.length > lengthMax) return undefined
  const words = withoutCourtesy(wordsOf(text))
  const [first = ''] = words
  if (words.length === 0) return undefined
  if (isLeaving(words)) return 'optOut'
  if (noWords.has(first) && words.every((word) => noWords.has(word) || politeWords.has(word))) return 'no'
  if (yesWords.has(first) && words.every((word) => yesWords.has(word) || wishWords.has(word))) return 'yes'
  return added?.has(words.join(' ')) ? 'optOut' : undefined
}

/** “Cancelar” may also be about an order or an appointment. */
export const isAmbiguous = (text: string) => /^cancel\p{L}*$/u.test(phraseOf(text))

/** Words, or signs, without courtesy. */
export const phraseOf = (text: string) => withoutCourtesy(wordsOf(text)).join(' ')

/** Folded. Signs such as 👍 count only without words. */
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
  if (!openingWords.has(meant[0])) return false
  return meant.some((_, end) => {
    return opening.has(meant.slice(0, end + 1).join(' ')) && meant.slice(end + 1).every((word) => tail.has(word))
  })
}
