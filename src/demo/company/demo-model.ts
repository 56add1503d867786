import type { Model, ReceivedChat } from '../../testing/services/openai/openai.types'

/** Simulates a language model: answers with the system message's sentence that shares most words with the question. */
export const demoModel: Model = (chat) => {
  const system = chat.messages.find(({ role }) => role === 'system')?.content ?? ''
  if (/\bsummar/i.test(system)) return summaryOf(chat)
  const canHandOver = chat.tools.includes('transfer_to_queue')
  const handOver = (text: string, reason: string) => ({
    text,
    calls: canHandOver ? [{ name: 'transfer_to_queue', arguments: { reason } }] : [],
  })
  const question = fold(chat.question)
  if (/\b(atendente|humano|pessoa|alguem|vendedor|gerente)\b/.test(question)) {
    return handOver(
      'Claro! Vou chamar alguém da equipe. Um momento, por favor.',
      `Pediu para falar com uma pessoa: ${chat.question}`,
    )
  }
  const found = bestSentence(system, chat.question)
  if (found) return found
  if (/^(oi|ola|bom dia|boa tarde|boa noite|opa|e ai)\b/.test(question)) return greeting(system)
  if (/\b(obrigad[oa]|valeu|brigad[oa])\b/.test(question))
    return 'Por nada! Se precisar de mais alguma coisa, é só chamar. 😊'
  if (/\b(tchau|ate mais|ate logo)\b/.test(question)) return 'Até mais! Foi um prazer falar com você.'
  if (!canHandOver)
    return question.includes('?') ? checking : 'Que bom falar com você! Se precisar de mais alguma coisa, é só chamar.'
  return handOver('Não tenho essa informação. Vou passar você para a equipe.', `Não soube responder: ${chat.question}`)
}

const checking = 'Vou verificar isso com a equipe e já retorno para você, tudo bem?'

function greeting(system: string) {
  const [, name = ''] = /first name is "([^"]+)"/.exec(system) ?? []
  return `Olá${name ? `, ${name}` : ''}! Sou a assistente virtual. Em que posso ajudar?`
}

function summaryOf({ messages }: ReceivedChat) {
  const talk = messages.filter(({ role }) => role !== 'system').flatMap(({ content }) => content?.split('\n') ?? [])
  const said = (who: RegExp) => talk.filter((line) => who.test(line)).map((line) => line.replace(/^[^:]{1,60}: /, ''))
  const [asked, answered] = [said(/^(Customer|Cliente)/), said(/^(Agent|Atendente)/)]
  return [
    `- O cliente escreveu: “${short(asked[0])}”`,
    ...(asked.length > 1 ? [`- Por último disse: “${short(asked.at(-1))}”`] : []),
    answered.length > 0 ? `- A equipe respondeu: “${short(answered.at(-1))}”` : '- A equipe ainda não respondeu.',
  ].join('\n')
}

const short = (text = '') => (text.length > 120 ? `${text.slice(0, 119)}…` : text)

/** Groups of synonyms. Each word is replaced by the first of its group. */
const synonyms = [
  ['horario', 'abre', 'abrem', 'abrir', 'aberto', 'fecha', 'fecham', 'funcionam', 'sabado', 'domingo', 'horas'],
  ['preco', 'custa', 'custam', 'valor', 'quanto', 'reais'],
  ['entrega', 'entregam', 'entregar', 'frete', 'prazo', 'chega', 'demora'],
  ['endereco', 'onde', 'fica', 'ficam', 'localizacao', 'loja'],
  ['pagamento', 'pagar', 'parcela', 'parcelam', 'parcelas', 'cartao', 'pix', 'boleto'],
  ['troca', 'trocar', 'devolver', 'devolucao', 'garantia', 'defeito', 'quebrado'],
]

const ignored = new Set([
  'para',
  'como',
  'voces',
  'voce',
  'este',
  'esse',
  'essa',
  'esta',
  'qual',
  'quais',
  'mais',
  'com',
])

function bestSentence(system: string, question: string): string | undefined {
  const asked = new Set(keywords(question))
  if (asked.size === 0) return undefined
  let best = { score: 0, answer: '' }
  const lines = system.split('\n').filter((line) => !line.startsWith('- '))
  const sentences = lines.flatMap((line) => line.match(/[^.!?]+[.!?]*(?:\d[^.!?]*[.!?]+)*/g) ?? [])
  for (const [index, sentence] of sentences.entries()) {
    const words = new Set(keywords(sentence))
    const score = [...asked].filter((word) => words.has(word)).length
    if (score <= best.score) continue
    // A question in the list of answers is followed by its answer.
    const answer = sentence.trim().endsWith('?') ? (sentences[index + 1] ?? sentence) : sentence
    best = { score, answer: answer.trim().replace(/^(R|A|Resposta|Answer): */, '') }
  }
  return best.score > 0 ? best.answer : undefined
}

/** Returns the first letters of each word, without case and accents, with synonyms replaced. */
export function keywords(text: string): string[] {
  const words = fold(text).match(/[a-z]{3,}/g) ?? []
  return words
    .filter((word) => !ignored.has(word))
    .flatMap((word) => {
      const group = synonyms.find((one) => one.includes(word))?.[0]
      return group ? [group] : word.length >= 4 ? [word.slice(0, 5)] : []
    })
}

export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
