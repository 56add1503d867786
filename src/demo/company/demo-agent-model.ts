import type { ModelAnswer, ReceivedChat } from '../../testing/services/openai/openai.types'
import { fold, keywords } from './demo-model'

export function isAgentChat({ messages }: ReceivedChat) {
  return messages[0]?.content?.startsWith('You are "') ?? false
}

/** Simulates a language model as an AI agent: it answers from the products and questions in its system message. */
export function demoAgentModel(chat: ReceivedChat): ModelAnswer {
  const { question: asked } = chat
  const last = chat.messages.at(-1)
  if (last?.role === 'tool') return afterTool(chat, last.content ?? '')
  const question = fold(asked)
  if (/\b(atendente|humano|pessoa|alguem|vendedor|gerente)\b/.test(question)) return transfer(chat, 0, asked)
  const system = chat.messages[0]?.content ?? ''
  const productIn = (text: string) => best(productsOf(system), text, ({ name, text: about }) => `${name} ${about}`)
  const offered = lastOffer(chat)
  const wantsPicture = /\b(foto|fotos|imagem|ver|mostra|catalogo)\b/.test(question)
  const accepts = offered !== undefined && /^(sim|quero|pode|claro|manda|por favor)\b/.test(question)
  const product = productIn(asked) ?? (offered && (wantsPicture || accepts) ? productIn(offered) : undefined)
  const sentence = best(documentsOf(system), asked, (one) => one)
  const faq = best(faqsOf(system), asked, (one) => one.question)
  if (product && (wantsPicture || accepts) && product.found.hasPicture) {
    return { calls: [{ name: 'send_product_file', arguments: { productId: product.found.id } }] }
  }
  if (faq && faq.score > (product?.score ?? 0)) return faq.found.answer
  if (sentence && sentence.score > (product?.score ?? 0)) return sentence.found
  if (product) return offer(product.found)
  if (/^(oi|ola|bom dia|boa tarde|boa noite|opa|e ai)\b/.test(question))
    return 'Olá! O que você está procurando para a sua casa?'
  if (/\b(obrigad[oa]|valeu|brigad[oa])\b/.test(question)) return 'Eu que agradeço! 😊 Precisa de mais alguma coisa?'
  if (/\b(tchau|ate mais|ate logo)\b/.test(question)) {
    return { text: 'Até mais! Foi um prazer falar com você.', calls: [{ name: 'end_conversation', arguments: {} }] }
  }
  return transfer(chat, 0, asked)
}

const pictureQuestion = 'Quer ver uma foto?'

/** The agent's last message, if it ends with the question whether to send a picture. */
function lastOffer({ messages }: ReceivedChat): string | undefined {
  const last = messages.findLast(({ role }) => role === 'assistant')?.content ?? ''
  return last.endsWith(pictureQuestion) ? last.split('\n')[0] : undefined
}

function afterTool(chat: ReceivedChat, result: string): ModelAnswer {
  const queueId = /queueId must be one of (\d+)/.exec(result)?.[1]
  if (queueId) return transfer(chat, Number(queueId), chat.question)
  return result.startsWith('Error')
    ? 'Esse arquivo eu não tenho aqui.'
    : 'Aqui está! Quer saber mais alguma coisa sobre ele?'
}

function transfer({ tools }: ReceivedChat, queueId: number, asked: string): ModelAnswer {
  const text = 'Vou chamar alguém da equipe para ajudar você. Um momento, por favor.'
  const reason = `O cliente escreveu: ${asked}`
  return {
    text,
    calls: tools.includes('transfer_to_queue') ? [{ name: 'transfer_to_queue', arguments: { queueId, reason } }] : [],
  }
}

interface Product {
  id: number
  name: string
  text: string
  price: string
  details: string[]
  hasPicture: boolean
}

function productsOf(system: string): Product[] {
  return [...system.matchAll(/^- (.+) \(productId (\d+)\)\n((?: {2}.*\n?)*)/gm)].map(([, name = '', id, text = '']) => {
    const lines = text.split('\n').map((line) => line.trim())
    return {
      id: Number(id),
      name,
      text,
      price: lines.find((line) => line.startsWith('Price: '))?.slice('Price: '.length) ?? '',
      details: lines.filter((line) => line !== '' && !/^(Price|Files that can be sent): /.test(line)),
      hasPicture: lines.some((line) => /^Files that can be sent: .*\.(jpe?g|png)/.test(line)),
    }
  })
}

function offer({ name, price, details, hasPicture }: Product) {
  const texts = details.map((line) => line.replace(/^(Payment|Offers): /, ''))
  return [`*${name}*${price ? `: ${price}` : ''}`, ...texts, ...(hasPicture ? [pictureQuestion] : [])].join('\n')
}

const faqsOf = (system: string) =>
  [...system.matchAll(/^- Q: (.+)\n {2}A: (.+)/gm)].map(([, question = '', answer = '']) => ({ question, answer }))

function documentsOf(system: string): string[] {
  const [, documents = ''] = /^From documents:\n([\s\S]*?)\n\n/m.exec(system) ?? []
  return documents.match(/[^.!?\n]{10,}[.!?]/g)?.map((sentence) => sentence.trim()) ?? []
}

function best<Entry>(entries: readonly Entry[], question: string, textOf: (entry: Entry) => string) {
  const asked = new Set(keywords(question))
  let found: { found: Entry; score: number } | undefined
  for (const entry of entries) {
    const words = new Set(keywords(textOf(entry)))
    const score = [...asked].filter((word) => words.has(word)).length
    if (score > (found?.score ?? 0)) found = { found: entry, score }
  }
  return found
}
