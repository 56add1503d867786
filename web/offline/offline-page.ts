import { randomId } from '../ui/text/random-id'
import { links } from '../app/links'
import { documentLanguage, languageFor } from '../i18n/languages'
import { offline as en } from '../i18n/en/offline'
import { offline as es } from '../i18n/es/offline'
import { offline as pt } from '../i18n/pt/offline'
import { type OfflineConversation, type OfflineDraft, type OfflineStore, openOfflineStore } from './offline-store'

const texts = { pt, en, es }
const lookMs = 5_000

void show()

/** Shown by the service worker in place of a page that could not be loaded. */
async function show() {
  const root = document.getElementById('offline')
  if (!root) return
  comeBack()
  const store = await openOfflineStore().catch(() => undefined)
  const owner = await store?.owner()
  const language = owner?.language ?? languageFor(navigator.language.slice(0, 2))
  const t = texts[language]
  const { dataset, style } = document.documentElement
  document.documentElement.lang = documentLanguage(language)
  document.title = owner ? `${t.title} · ${owner.productName}` : t.title
  if (owner) {
    dataset['theme'] = owner.theme
    style.setProperty('--brand-solid', owner.brandSolid)
  }
  const conversations = store && owner ? await store.conversations() : []
  const drafts = store && owner ? await store.drafts() : []
  conversations.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  const uuid = /^\/tickets\/([\w-]+)/.exec(location.pathname)?.[1]
  const chosen = conversations.find((one) => one.uuid === uuid)
  root.dataset['shows'] = chosen ? 'conversation' : 'list'
  const time = new Intl.DateTimeFormat(documentLanguage(language), {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: owner?.timeZone,
  })
  const view: View = { t, drafts, timeOf: (at) => time.format(new Date(at)), sign: owner?.sign ?? false }
  root.replaceChildren(
    element('p', { className: 'offline-bar', role: 'status' }, t.bar),
    element(
      'nav',
      { className: 'offline-list', ariaLabel: t.list },
      element(chosen ? 'h2' : 'h1', { className: 'offline-title' }, t.list),
      ...listOf(conversations, chosen, view),
    ),
    element(
      'main',
      { className: 'offline-conversation' },
      ...(chosen && store ? conversationOf(chosen, store, view) : []),
    ),
  )
  document.querySelector('.offline-messages')?.scrollTo(0, Number.MAX_SAFE_INTEGER)
}

interface View {
  t: typeof pt
  drafts: readonly OfflineDraft[]
  timeOf(at: string): string
  sign: boolean
}

function listOf(
  conversations: readonly OfflineConversation[],
  chosen: OfflineConversation | undefined,
  { t, timeOf }: View,
) {
  if (conversations.length === 0) return [element('p', { className: 'offline-note' }, t.empty)]
  return conversations.map((one) => {
    const href = links.ticket(one.uuid)
    const link = element('a', { href, className: 'offline-row' }, element('strong', { dir: 'auto' }, one.contact))
    if (one === chosen) link.setAttribute('aria-current', 'page')
    link.append(element('time', { dateTime: one.updatedAt }, timeOf(one.updatedAt)))
    link.append(element('span', { dir: 'auto' }, one.lastMessage))
    return link
  })
}

function conversationOf(
  { ticketId, contact, isGroup, messages }: OfflineConversation,
  store: OfflineStore,
  view: View,
) {
  const { t, timeOf } = view
  const list = element('ol', { className: 'offline-messages', tabIndex: 0 })
  list.setAttribute('aria-label', t.messages(contact))
  const add = (text: string, state: string, note: string, file?: Node) => {
    const item = element('li', { className: 'offline-message' }, ...(file ? [file] : []))
    if (text) item.append(element('p', { dir: 'auto' }, text))
    item.dataset['state'] = state
    item.append(element('small', {}, note))
    list.append(item)
  }
  for (const { text, author, at, fromMe, isPrivate, media } of messages) {
    const state = isPrivate ? 'note' : fromMe ? 'ours' : 'theirs'
    const note = [isPrivate ? t.note : '', fromMe || isGroup ? author : '', timeOf(at)].filter(Boolean).join(' · ')
    const place = media && element('div', {})
    add(text, state, note, place)
    if (media)
      void store.findFile(media.url).then((kept) => kept && place?.append(fileElement(kept.content, media.name, t)))
  }
  const addDraft = ({ body, createdAt, file }: OfflineDraft) =>
    add(body, 'waiting', `${t.waits} · ${timeOf(createdAt)}`, file && fileElement(file.stored, file.name, t))
  view.drafts.filter((draft) => draft.ticketId === ticketId).forEach(addDraft)

  const input = element('textarea', { rows: 2, maxLength: 4096, ariaLabel: t.write, placeholder: t.write })
  const picker = element('input', { type: 'file', ariaLabel: t.attach })
  const chosenName = element('span', {}, '+')
  const attach = element('label', { className: 'offline-attach', title: t.attach }, picker, chosenName)
  const showChosen = () => (chosenName.textContent = picker.files?.[0]?.name ?? '+')
  picker.addEventListener('change', showChosen)
  const send = element('button', { type: 'submit' }, t.send)
  const form = element('form', { className: 'offline-form' }, attach, input, send)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void write()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    void write()
  })

  async function write() {
    const body = input.value.trim()
    const [chosen] = picker.files ?? []
    if (body === '' && !chosen) return
    input.value = ''
    picker.value = ''
    showChosen()
    const written = { clientId: randomId(), createdAt: new Date().toISOString() }
    const draft: OfflineDraft = { ...written, ticketId, body, isPrivate: false, sign: view.sign, quoted: null }
    if (chosen) draft.file = { name: chosen.name, type: chosen.type, size: chosen.size, stored: chosen }
    await store.putDraft(draft)
    addDraft(draft)
    list.scrollTo(0, list.scrollHeight)
  }

  const back = element('a', { href: links.tickets(), className: 'offline-back' }, t.back)
  return [element('header', { className: 'offline-header' }, back, element('h1', { dir: 'auto' }, contact)), list, form]
}

function fileElement(content: Blob, name: string, t: typeof pt) {
  const href = URL.createObjectURL(content)
  const [kind] = content.type.split('/')
  // Others, such as drawings with scripts, are only saved.
  if (kind === 'image' && content.type !== 'image/svg+xml')
    return element('img', { src: href, alt: name || t.picture, className: 'offline-file' })
  if (kind === 'audio' || kind === 'video')
    return element(kind, { src: href, controls: true, className: 'offline-file' })
  return element('a', { href, download: name }, name || t.file)
}

/** Text becomes text nodes: nothing of a message is read as HTML. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** The page itself comes as soon as the server answers; it sends what was written. */
function comeBack() {
  const look = async () => {
    const [input, picker] = [document.querySelector('textarea'), document.querySelector('input')]
    if (input?.value || picker?.files?.length) return
    const answer = await fetch('/live', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    if (answer && answer.status < 500) location.reload()
  }
  addEventListener('online', () => void look())
  setInterval(() => void look(), lookMs)
}
