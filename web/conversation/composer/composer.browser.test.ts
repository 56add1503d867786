import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, fakeMediaDevices } from '../../../src/testing/browser/browser'
import {
  accept,
  act,
  bubble,
  composer,
  conversation,
  mark,
  messages,
  say,
} from '../../../src/testing/browser/conversation-parts'
import { createCanvas } from '../../../src/demo/story/paint'
import { createPhoneWindows } from '../../../src/testing/browser/phone-windows'
import { toast } from '../../../src/testing/browser/shown-toasts'

const { maria, open, person, shop, whatsapp, world } = createPhoneWindows(fakeMediaDevices)

/** Bruno attends Dona Maria. His signature is off, so that texts arrive as typed. */
async function attend(options = {}) {
  await maria().say(shop(), 'Olá')
  const page = await open(world().bruno, options)
  await page.evaluate(() => localStorage.setItem('signMessages', 'off'))
  await accept(page, 'Dona Maria')
  return page
}

const received = (text: string) => maria().received((message) => message.text === text)

/** Passes files to the conversation as a browser does on drop or paste. */
async function hand(page: Page, how: 'drop' | 'paste', files: { name: string; type: string; base64: string }[]) {
  await composer(page).focus()
  await messages(page).evaluate(
    (list, { kind, given }) => {
      // The composer is replaced as the conversation arrives, and passes its focus on.
      const element = kind === 'paste' ? (document.activeElement ?? list) : list
      const data = new DataTransfer()
      for (const { name, type, base64 } of given) {
        data.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type }))
      }
      const init = { bubbles: true, cancelable: true }
      if (kind === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
      else
        for (const type of ['dragover', 'drop'])
          element.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }))
    },
    { kind: how, given: files },
  )
}

const picture = async (colour: number) => Buffer.from(await createCanvas(64, 48, colour).jpeg()).toString('base64')

test(
  'sends on Enter, breaks lines on Shift+Enter, sends no empty text, and inserts quick replies and emoji',
  async () => {
    world()
      .ctx(1)
      .company.sqlite.run(
        `INSERT INTO quick_message (shortcode, message, geral, visao, created_at, updated_at)
       VALUES ('horario', 'Abrimos das 8h às 18h.', 1, 1, 0, 0)`,
      )
    const page = await attend()
    await composer(page).press('Enter')
    await composer(page).fill('   ')
    await composer(page).press('Enter')
    await composer(page).fill('Primeira linha')
    await composer(page).press('Shift+Enter')
    await composer(page).pressSequentially('segunda linha')
    await composer(page).press('Enter')
    await received('Primeira linha\nsegunda linha')
    expect(await composer(page).inputValue()).toBe('')

    await composer(page).fill('/hor')
    await page.getByRole('option', { name: /horario/ }).waitFor()
    await page.keyboard.press('Enter')
    expect(await composer(page).inputValue()).toBe('Abrimos das 8h às 18h.')
    await page.keyboard.press('Enter')
    await received('Abrimos das 8h às 18h.')

    await page.getByRole('button', { name: 'Emojis' }).click()
    await page.getByRole('searchbox', { name: 'Buscar emoji' }).fill('foguete')
    await page.getByRole('button', { name: 'foguete', exact: true }).click()
    await page.keyboard.press('Escape')
    expect(await composer(page).inputValue()).toBe('🚀')
    await composer(page).press('Enter')
    await received('🚀')
    expect(maria().inbox.map(({ text }) => text)).toEqual([
      'Primeira linha\nsegunda linha',
      'Abrimos das 8h às 18h.',
      '🚀',
    ])
  },
  browserTestMs,
)

test(
  'previews dropped and pasted files, each with its caption',
  async () => {
    const page = await attend()
    const attachments = page.getByRole('list', { name: 'Anexos' })
    await hand(page, 'drop', [
      { name: 'frente.jpg', type: 'image/jpeg', base64: await picture(0x2b8a3e) },
      { name: 'errada.jpg', type: 'image/jpeg', base64: await picture(0xa61e4d) },
    ])
    await hand(page, 'paste', [{ name: 'verso.jpg', type: 'image/jpeg', base64: await picture(0x364fc7) }])
    await attachments.getByText('verso.jpg').waitFor()
    expect(await attachments.locator('img').count()).toBe(3)
    await attachments.getByRole('button', { name: 'Remover errada.jpg' }).click()
    await attachments.getByLabel('Legenda: frente.jpg').fill('A frente')
    await attachments.getByLabel('Legenda: verso.jpg').fill('O verso')
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await attachments.waitFor({ state: 'detached' })
    for (const caption of ['A frente', 'O verso']) {
      const { message } = await received(caption)
      expect(message.imageMessage?.mimetype).toBe('image/jpeg')
      await mark(bubble(page, caption), 'Entregue').waitFor()
    }
    expect(maria().inbox).toHaveLength(2)
    await hand(page, 'paste', [{ name: 'vazio.txt', type: 'text/plain', base64: '' }])
    await toast(page, 'vazio.txt está vazio.')
  },
  browserTestMs,
)

test(
  'shows a picture as wide as its frame on a phone',
  async () => {
    const page = await attend()
    const wide = Buffer.from(await createCanvas(640, 480, 0x2b8a3e).jpeg()).toString('base64')
    await hand(page, 'paste', [{ name: 'sofa.jpg', type: 'image/jpeg', base64: wide }])
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await maria().received(({ message }) => Boolean(message.imageMessage))
    await page.setViewportSize({ width: 390, height: 800 })
    await page.waitForFunction(() => {
      const frame = document.querySelector('.message-image')
      const image = frame?.querySelector('img')
      return image && image.clientWidth > 200 && image.clientWidth === frame?.clientWidth
    })
  },
  browserTestMs,
)

test(
  'forwards several messages to another contact, in sequence',
  async () => {
    const antonio = person('5511977770009', 'Seu Antônio')
    await antonio.say(shop(), 'Bom dia')
    const page = await attend()
    await say(page, 'O endereço é Rua A, 10')
    await say(page, 'Fica ao lado da padaria')
    await mark(bubble(page, 'ao lado da padaria'), 'Entregue').waitFor()
    await act(bubble(page, 'Rua A, 10'), 'Selecionar várias')
    await bubble(page, 'ao lado da padaria').getByLabel('Selecionar mensagem').check()
    const bar = page.getByRole('toolbar', { name: 'Mensagens selecionadas' })
    await bar.getByText('2 mensagens selecionadas').waitFor()
    await bar.getByRole('button', { name: 'Encaminhar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Encaminhar 2 mensagens' })
    await dialog.getByLabel('Para').fill('antonio')
    await dialog.getByRole('option', { name: /Seu Antônio/ }).click()
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await toast(page, '2 mensagens encaminhadas')
    await antonio.received(({ text, forwarded }) => forwarded && text === 'Fica ao lado da padaria')
    expect(antonio.inbox.map(({ text }) => text)).toEqual(['O endereço é Rua A, 10', 'Fica ao lado da padaria'])
    await composer(page).waitFor()
  },
  browserTestMs,
)

test(
  'continues in the text after a click on its buttons, so that what is typed runs no shortcut',
  async () => {
    const page = await attend()
    await page.getByRole('button', { name: /^Assinatura/ }).click()
    await page.keyboard.type('Arrumar ')
    await page.getByRole('button', { name: /^Mensagem privada/ }).click()
    await page.keyboard.type('aqui')
    await page.getByText('Só a equipe vê.').waitFor()
    expect(await composer(page).inputValue()).toBe('Arrumar aqui')
    await page.getByRole('button', { name: 'Enviar só para a equipe' }).click()
    await page.keyboard.type('Arquivar')
    await page.getByRole('button', { name: 'Emojis' }).click()
    await page.getByRole('dialog', { name: 'Emojis' }).getByRole('button', { name: 'rosto risonho' }).first().click()
    await page.keyboard.press('Escape')
    await page.keyboard.type('ar')
    expect(await composer(page).inputValue()).toBe('Arquivar😀ar')
    expect(await page.getByText('Atendimento resolvido').count()).toBe(0)
  },
  browserTestMs,
)

test(
  'marks a message rejected by WhatsApp, and sends it once on retry',
  async () => {
    const page = await attend()
    whatsapp().refuseMessages(400, 1)
    await say(page, 'Será que chega?')
    await bubble(page, 'Será que chega?').getByText('Não enviada.').waitFor()
    whatsapp().acceptMessages()
    await bubble(page, 'Será que chega?').getByRole('button', { name: 'Tentar novamente' }).click()
    const answer = await received('Será que chega?')
    await mark(bubble(page, 'Será que chega?'), 'Entregue').waitFor()
    expect(await bubble(page, 'Não enviada.').count()).toBe(0)
    expect(maria().deliveries(answer.id)).toBe(1)
    expect(maria().inbox).toHaveLength(1)
  },
  browserTestMs,
)

/** Presses a button within the page as soon as it is there, however slow the machine is. */
async function pressOnceShown(page: Page, label: string) {
  await page.evaluate((name) => {
    const watch = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)
      if (!button) return
      watch.disconnect()
      button.click()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  }, label)
}

test(
  'sends a recording as a playable MP3, and discards a short one',
  async () => {
    const page = await attend({ permissions: ['microphone'] })
    await page.getByRole('button', { name: 'Gravar áudio' }).click()
    await page.getByRole('timer').waitFor()
    await page.getByRole('button', { name: 'Descartar gravação' }).click()
    await pressOnceShown(page, 'Enviar áudio')
    await page.getByRole('button', { name: 'Gravar áudio' }).click()
    await toast(page, 'Gravação curta demais, descartada.')

    await page.getByRole('button', { name: 'Gravar áudio' }).click()
    await page
      .getByRole('timer')
      .filter({ hasText: /^00:(?!00)/ })
      .waitFor()
    await page.getByRole('button', { name: 'Enviar áudio' }).click()
    const voice = await maria().received(({ message }) => Boolean(message.audioMessage))
    const bytes = await maria().download(voice)
    expect(voice.message.audioMessage?.ptt).toBe(true)
    expect(bytes.length).toBeGreaterThanOrEqual(10_000)
    // An MP3 starts with eleven set bits, or with an ID3 tag.
    expect(bytes[0] === 0xff || Buffer.from(bytes.subarray(0, 3)).toString() === 'ID3').toBe(true)
    await conversation(page).getByRole('button', { name: 'Reproduzir' }).waitFor()
    expect(maria().inbox).toHaveLength(1)
  },
  browserTestMs,
)
