import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import {
  accept,
  act,
  bubble,
  composer,
  conversation,
  mark,
  messages,
  react,
  row,
  say,
  shows,
  tab,
} from '../../src/testing/browser/conversation-parts'
import { createCanvas } from '../../src/demo/story/paint'
import { writePdf } from '../../src/demo/story/documents'
import { hummedVoice } from '../../src/demo/story/sounds'
import { messageEvent, phones, receive } from '../../src/testing/conversation/inbound'
import { createPhoneWindows } from '../../src/testing/browser/phone-windows'
import { setTicketQueue } from '../../src/ticket/assignment/set-ticket-queue'

const { maria, open, person, setConnection, shop, world } = createPhoneWindows()

/** Dona Maria has written, and Bruno has her ticket open. */
async function attend(text: string) {
  const question = await maria().say(shop(), text)
  const page = await open(world().bruno)
  await accept(page, 'Dona Maria')
  await bubble(page, text).waitFor()
  return { page, question }
}

test(
  'takes a question from a phone through acceptance, one answer and its delivery, seen by its queue only',
  async () => {
    const { ana, bruno, carla, gina } = world()
    const [brunoPage, anaPage, carlaPage, ginaPage] = await Promise.all(
      [bruno, ana, carla, gina].map((one) => open(one)),
    )
    if (!brunoPage || !anaPage || !carlaPage || !ginaPage) throw new Error('Four windows were opened')
    const all = [brunoPage, anaPage, carlaPage, ginaPage]
    await Promise.all(all.map((page) => tab(page, 'Aguardando').click()))
    await Promise.all(all.map((page) => page.getByText('Ninguém aguardando').waitFor()))

    await maria().say(shop(), 'Vocês entregam hoje?')
    await row(brunoPage, 'Dona Maria').getByText('Vocês entregam hoje?').waitFor()
    await Promise.all([brunoPage, anaPage].map((page) => shows(page, 'Aguardando', 1)))

    // The others receive a later event of their own. An earlier event would have arrived by then.
    await person('5511977770009', 'Seu Antônio').say(shop(), 'Está quebrado')
    await row(anaPage, 'Seu Antônio').waitFor()
    setTicketQueue(world().ctx(1), 2, 2)
    receive(world(), 2, messageEvent({ text: 'Segunda via', phone: phones[2] }))
    await Promise.all([row(carlaPage, 'Seu Antônio').waitFor(), row(ginaPage, 'Seu Jorge').waitFor()])
    for (const page of [carlaPage, ginaPage]) {
      await shows(page, 'Aguardando', 1)
      expect(await page.getByRole('article').count()).toBe(1)
      expect(await page.getByText('Dona Maria').count()).toBe(0)
    }

    await accept(brunoPage, 'Dona Maria')
    await shows(brunoPage, 'Atendendo', 1)
    await row(anaPage, 'Dona Maria').waitFor({ state: 'detached' })
    await tab(anaPage, 'Atendendo').click()
    expect(await row(anaPage, 'Dona Maria').count()).toBe(0)
    await anaPage.getByRole('button', { name: 'Ver de todos os atendentes' }).click()
    await row(anaPage, 'Dona Maria').getByRole('img', { name: 'Atendente: Bruno Lima' }).waitFor()

    await say(brunoPage, 'Entregamos até as 18h.')
    const answer = await maria().received(({ text }) => text?.endsWith('Entregamos até as 18h.') ?? false)
    const sent = bubble(brunoPage, 'Entregamos até as 18h.')
    await mark(sent, 'Entregue').waitFor()
    await maria().markRead(answer)
    await mark(sent, 'Lida').waitFor()
    await row(anaPage, 'Dona Maria').getByText('Entregamos até as 18h.').waitFor()
    expect(maria().deliveries(answer.id)).toBe(1)
    expect(maria().inbox.filter(({ text }) => text?.endsWith('Entregamos até as 18h.'))).toHaveLength(1)
    expect(await sent.count()).toBe(1)
  },
  browserTestMs,
)

test(
  'exchanges pictures, voice notes and documents, and serves files only to readers of the conversation',
  async () => {
    const { page } = await attend('Bom dia!')
    const { carla, gina, url } = world()
    const [carlaPage, ginaPage] = [await open(carla), await open(gina)]
    const canvas = createCanvas(320, 240, 0x0b7285)
    const image = { bytes: await canvas.jpeg(), mimetype: 'image/jpeg', caption: 'Comprovante' }
    const photo = await maria().sendImage(shop(), image)
    const picture = bubble(page, 'Comprovante')
      .getByRole('button', { name: 'Abrir a foto de Dona Maria' })
      .locator('img')
    await picture.waitFor()
    await picture.evaluate((element: HTMLImageElement) => element.decode())
    expect(await picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(300)

    await maria().sendAudio(shop(), { bytes: hummedVoice(2), mimetype: 'audio/mpeg', voice: true, seconds: 2 })
    await messages(page).getByRole('button', { name: 'Reproduzir' }).click()
    await messages(page)
      .getByRole('button', { name: /^Velocidade/ })
      .waitFor()

    const address = url + (await picture.getAttribute('src'))
    const statusFor = async (window: typeof page) => (await window.context().request.get(address)).status()
    expect([await statusFor(page), await statusFor(carlaPage), await statusFor(ginaPage)]).toEqual([200, 404, 404])
    expect((await fetch(address)).status).toBe(401)

    await bubble(page, 'Comprovante').hover()
    await bubble(page, 'Comprovante').getByRole('button', { name: 'Responder' }).click()
    await page.getByRole('status', { name: 'Respondendo a Dona Maria' }).waitFor()
    await page.getByRole('button', { name: 'Anexar' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'Fotos, vídeos e documentos' }).click(),
    ])
    const document = writePdf('Nota fiscal', ['Pedido 4821'])
    await chooser.setFiles({ name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from(document) })
    await page.getByRole('list', { name: 'Anexos' }).getByText('nota.pdf').waitFor()
    await say(page, 'Sua nota fiscal')
    const received = await maria().received(({ message }) =>
      Boolean(message.documentMessage ?? message.documentWithCaptionMessage),
    )
    expect(received).toMatchObject({ quotedId: photo.id, text: expect.stringMatching(/Sua nota fiscal$/) })
    expect(Buffer.from(await maria().download(received)).equals(Buffer.from(document))).toBe(true)
    await mark(bubble(page, 'Sua nota fiscal'), 'Entregue').waitFor()
    expect(await bubble(page, 'Sua nota fiscal').getByRole('link', { name: 'nota.pdf' }).count()).toBe(1)
    expect(maria().deliveries(received.id)).toBe(1)
  },
  browserTestMs,
)

test(
  'exchanges edits, deletions and reactions',
  async () => {
    const { page, question } = await attend('Qual o telefone?')
    await say(page, 'É o 3344-5566')
    const answer = await maria().received(({ text }) => text?.endsWith('É o 3344-5566') ?? false)
    await mark(bubble(page, 'É o 3344-5566'), 'Entregue').waitFor()

    await act(bubble(page, 'É o 3344-5566'), 'Editar')
    await page.getByRole('status', { name: 'Editando mensagem' }).waitFor()
    await say(page, 'É o 3344-5577')
    await maria().received(
      ({ message }) => message.protocolMessage?.key?.id === answer.id || Boolean(message.editedMessage),
    )
    await bubble(page, 'É o 3344-5577')
      .getByText(/Editada \d\d:\d\d/)
      .waitFor()

    await react(bubble(page, 'Qual o telefone?'), '👍')
    await maria().received(({ message }) => message.reactionMessage?.text === '👍')
    await bubble(page, 'Qual o telefone?').getByRole('button', { name: '👍 Você' }).waitFor()
    await maria().react(answer, '🙏')
    await bubble(page, 'É o 3344-5577').getByRole('button', { name: '🙏 Dona Maria' }).waitFor()

    await maria().edit(question, 'Qual o telefone da loja?')
    await bubble(page, 'Qual o telefone da loja?')
      .getByText(/Editada/)
      .waitFor()
    const mistake = await maria().say(shop(), 'Mensagem errada')
    await bubble(page, 'Mensagem errada').waitFor()
    await maria().revoke(mistake)
    await bubble(page, 'Mensagem errada').getByText('Esta mensagem foi apagada pelo contato').waitFor()

    await act(bubble(page, 'É o 3344-5577'), 'Apagar')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click()
    await maria().received(
      ({ message }) => message.protocolMessage?.type === 0 && message.protocolMessage.key?.id === answer.id,
    )
    await bubble(page, 'É o 3344-5577').getByText('Mensagem apagada').waitFor()
  },
  browserTestMs,
)

test(
  'keeps a note internal, transfers live, closes with a farewell, and starts again on the next message',
  async () => {
    setConnection({ complationMessage: 'Até a próxima!' })
    const { page } = await attend('Minha máquina parou')
    const carla = await open(world().carla)
    await tab(carla, 'Aguardando').click()
    await page.getByRole('button', { name: /^Mensagem privada/ }).click()
    await say(page, 'Cliente antiga, cuidar bem')
    await bubble(page, 'Cliente antiga').getByText('Mensagem Privada').waitFor()
    await page.getByRole('button', { name: /^Mensagem privada/ }).click()

    await conversation(page).getByRole('button', { name: 'Transferir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    await dialog.getByRole('group', { name: 'Filas' }).getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByLabel('Mensagem para a equipe').fill('Precisa de visita técnica')
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await page.waitForURL(/\/tickets(\?|$)/)
    await row(page, 'Dona Maria').waitFor({ state: 'detached' })
    await Promise.all([shows(page, 'Atendendo', 0), shows(page, 'Aguardando', 0), shows(carla, 'Aguardando', 1)])

    await accept(carla, 'Dona Maria')
    const first = carla.url()
    await bubble(carla, 'Precisa de visita técnica').getByText('Mensagem Privada').waitFor()
    await bubble(carla, 'Cliente antiga').waitFor()
    await say(carla, 'Vamos amanhã cedo')
    await maria().received(({ text }) => text?.endsWith('Vamos amanhã cedo') ?? false)
    await conversation(carla).getByRole('button', { name: 'Resolver', exact: true }).click()
    await maria().received(({ text }) => text === 'Até a próxima!')
    await carla.waitForURL(/\/tickets(\?|$)/)
    await shows(carla, 'Atendendo', 0)
    await carla.getByText('Resolvidos').click()
    await row(carla, 'Dona Maria').waitFor()
    expect(maria().inbox.map(({ text }) => text?.split('\n').at(-1))).toEqual(['Vamos amanhã cedo', 'Até a próxima!'])

    // A message long after closing opens a new ticket.
    await maria().say(shop(), 'Outra coisa')
    await shows(page, 'Aguardando', 1)
    await accept(page, 'Dona Maria')
    expect(page.url()).not.toBe(first)
    const second = page.url()
    await conversation(page).getByRole('button', { name: 'Resolver', exact: true }).click()
    await page.waitForURL(/\/tickets(\?|$)/)
    // A message shortly after closing continues the ticket.
    setConnection({ timeCreateNewTicket: 60 })
    await maria().say(shop(), 'Esqueci de dizer')
    await accept(page, 'Dona Maria')
    expect(page.url()).toBe(second)
    await bubble(page, 'Outra coisa').waitFor()
    expect(await composer(page).inputValue()).toBe('')
  },
  browserTestMs,
)
