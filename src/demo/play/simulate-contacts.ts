import { minuteMs } from '../../kernel/time/durations.contract'
import type {
  ChatMessage as PhoneMessage,
  Phone,
  WhatsAppServer,
} from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { queueNames, shopNumber } from '../company/demo-company'
import { demoFile } from '../company/demo-files'
import { one } from '../story/names'
import { confirmationSign } from './play-campaigns'
import { createRandom, type Random } from '../story/random'

const openings = [
  'Oi, tudo bem?',
  'Bom dia! Meu pedido já saiu?',
  'Vocês têm pronta entrega?',
  'Qual o valor do frete para Campinas?',
  'Gente, amei o sofá que chegou hoje 😍',
  'Consigo trocar a cor da poltrona?',
  'Preciso da segunda via do boleto, por favor 🙏',
  'Alguém pode me ligar?',
  'A montagem está incluída?',
  'Vocês abrem no feriado?',
]
const answers = [
  'Perfeito, obrigada!',
  '👍',
  'Entendi',
  'Pode ser amanhã?',
  'Show 👏',
  'Vou pensar e já respondo',
  'Isso mesmo',
]
const campaignAnswers = ['Sim', 'Sim!', 'quero', 'Não, obrigado', 'Sim', 'sair']
const emojis = ['❤️', '👍', '😄', '🙏', '🎉']

interface SimulationOptions {
  gapMsMin?: number
  gapMsMax?: number
  typingMs?: number
}

export function simulateContacts(
  server: WhatsAppServer,
  { gapMsMin = 1500, gapMsMax = 5000, typingMs = 600 }: SimulationOptions = {},
) {
  const random = createRandom(Date.now() >>> 0)
  const shop = server.phone(shopNumber)
  const people = server.phones.filter(({ number }) => number !== shopNumber).slice(0, 25)
  const answered = new Set<string>()
  let timer: Timer | undefined

  function actLater() {
    timer = setTimeout(
      async () => {
        const phone = findCampaignRecipient() ?? people[random(people.length)]
        // A phone without a network must not end the simulation.
        if (phone) await act(phone).catch(() => {})
        if (timer) actLater()
      },
      gapMsMin + random(gapMsMax - gapMsMin),
    )
  }

  const lastFromShop = (phone: Phone) => phone.inbox.findLast(({ from }) => from === shop.jid)
  const awaitsAnswer = (message: PhoneMessage | undefined) =>
    Boolean(message?.text?.includes(confirmationSign) && !answered.has(message.id))

  function findCampaignRecipient(): Phone | undefined {
    return random(3) > 0 ? undefined : server.phones.find((phone) => awaitsAnswer(lastFromShop(phone)))
  }

  async function act(phone: Phone) {
    const last = lastFromShop(phone)
    if (last && awaitsAnswer(last)) return answerCampaign(phone, last)
    await phone.startTyping(shop)
    await Bun.sleep(typingMs)
    if (!last || last.at < Date.now() - 10 * minuteMs) return write(phone, shop, one(openings, random), random)
    await phone.markRead(last)
    if (last.text?.includes('[ 1 ]')) return void (await phone.say(shop, String(1 + random(queueNames.length))))
    if (random(3) === 0) return void (await phone.react(last, one(emojis, random)))
    return write(phone, shop, one(answers, random), random)
  }

  async function answerCampaign(phone: Phone, question: PhoneMessage) {
    answered.add(question.id)
    await phone.markRead(question)
    await Bun.sleep(typingMs)
    await phone.say(shop, one(campaignAnswers, random))
  }

  actLater()
  return {
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Sends the text, sometimes as the caption of a picture. */
async function write(phone: Phone, shop: Phone, text: string, random: Random) {
  if (random(8) > 0) return void (await phone.say(shop, text))
  const { bytes, mimeType } = await demoFile('sofa', random(5))
  await phone.sendImage(shop, { bytes, mimetype: mimeType, caption: text })
}
