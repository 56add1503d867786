import type { Phone, WhatsAppServer } from '../testing/whatsapp-server/whatsapp-server.types'
import { queueNames, shopNumber } from './demo-company'
import { demoFile } from './demo-files'
import { one } from './names'
import { confirmationSign } from './play-campaigns'
import { createRandom } from './random'

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
/** Answers to a campaign that asks for confirmation. */
const campaignAnswers = ['Sim', 'Sim!', 'quero', 'Não, obrigado', 'Sim', 'sair']
const emojis = ['❤️', '👍', '😄', '🙏', '🎉']

interface BusyOptions {
  gapMsMin?: number
  gapMsMax?: number
  typingMs?: number
}

export function startBusyLife(
  server: WhatsAppServer,
  { gapMsMin = 1500, gapMsMax = 5000, typingMs = 600 }: BusyOptions = {},
) {
  const random = createRandom(Date.now() >>> 0)
  const shop = server.phone(shopNumber)
  const people = server.phones.filter(({ number }) => number !== shopNumber).slice(0, 25)
  const answered = new Set<string>()
  let timer: Timer | undefined

  function next() {
    timer = setTimeout(
      async () => {
        const phone = findCampaignRecipient(shop) ?? people[random(people.length)]
        // A phone without a network must not end the simulation.
        if (phone) await live(phone).catch(() => {})
        if (timer) next()
      },
      gapMsMin + random(gapMsMax - gapMsMin),
    )
  }

  function findCampaignRecipient(sender: Phone): Phone | undefined {
    if (random(3) > 0) return undefined
    return server.phones.find((phone) => {
      const last = phone.inbox.filter(({ from }) => from === sender.jid).at(-1)
      return last?.text?.includes(confirmationSign) && !answered.has(last.id)
    })
  }

  async function live(phone: Phone) {
    const fromShop = phone.inbox.filter(({ from }) => from === shop.jid)
    const last = fromShop.at(-1)
    if (last?.text?.includes(confirmationSign) && !answered.has(last.id)) {
      answered.add(last.id)
      await phone.markRead(last)
      await Bun.sleep(typingMs)
      return void (await phone.say(shop, one(campaignAnswers, random)))
    }
    await phone.startTyping(shop)
    await Bun.sleep(typingMs)
    if (!last || last.at < Date.now() - 10 * 60_000) return say(phone, one(openings, random))
    await phone.markRead(last)
    if (last.text?.includes('[ 1 ]')) return void (await phone.say(shop, String(1 + random(queueNames.length))))
    if (random(3) === 0) return void (await phone.react(last, one(emojis, random)))
    return say(phone, one(answers, random))
  }

  async function say(phone: Phone, text: string) {
    if (random(8) === 0) {
      const { bytes, mimeType } = await demoFile('sofa', random(5))
      await phone.sendImage(shop, { bytes, mimetype: mimeType, caption: text })
    } else await phone.say(shop, text)
  }

  next()
  return {
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
