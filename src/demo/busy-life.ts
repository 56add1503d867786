import type { Phone, WhatsAppServer } from '../testing/whatsapp-server/whatsapp-server.types'
import { queueNames, shopNumber } from './demo-company'
import { demoFile } from './demo-files'
import { one } from './names'
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
const emojis = ['❤️', '👍', '😄', '🙏', '🎉']

interface BusyOptions {
  gapMsMin?: number
  gapMsMax?: number
  typingMs?: number
}

/** Several contacts write, read, answer and react, a few seconds apart, until it is stopped. */
export function startBusyLife(
  server: WhatsAppServer,
  { gapMsMin = 1500, gapMsMax = 5000, typingMs = 600 }: BusyOptions = {},
) {
  const random = createRandom(Date.now() >>> 0)
  const shop = server.phone(shopNumber)
  const people = server.phones.filter(({ number }) => number !== shopNumber).slice(0, 25)
  let timer: Timer | undefined

  function next() {
    timer = setTimeout(
      async () => {
        const phone = people[random(people.length)]
        // A moment without a network is no reason to end the day.
        if (phone) await live(phone).catch(() => {})
        if (timer) next()
      },
      gapMsMin + random(gapMsMax - gapMsMin),
    )
  }

  async function live(phone: Phone) {
    const fromShop = phone.inbox.filter(({ from }) => from === shop.jid)
    const last = fromShop.at(-1)
    await phone.startTyping(shop)
    await Bun.sleep(typingMs)
    if (!last || last.at < Date.now() - 10 * 60_000) return say(phone, one(openings, random))
    await phone.markRead(last)
    // The shop's menu: somebody who writes in has a queue in mind.
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
