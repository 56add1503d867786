import { type Brand, type MailContent, type MailLanguage, leaveTexts, mailBody } from '../../platform/mail/mail-body'
import type { SlaKind } from '../../queue/sla/queue-sla.contract'
import type { Breach } from './list-breaches.view'

interface DigestTexts {
  subject(company: string, count: number): string
  greeting(name: string): string
  intro(company: string, count: number): string
  title: string
  columns: readonly [ticket: string, promise: string, queue: string, who: string, due: string]
  kinds: Record<SlaKind, string>
  more(count: number): string
  open: string
  note(company: string): string
}

const digestTexts: Record<MailLanguage, DigestTexts> = {
  pt: {
    subject: (company, count) => `${company}: ${count === 1 ? '1 prazo vencido' : `${count} prazos vencidos`}`,
    greeting: (name) => `Olá, ${name}!`,
    intro: (company, count) =>
      count === 1
        ? `Um prazo de atendimento de ${company} venceu desde o último aviso.`
        : `${count} prazos de atendimento de ${company} venceram desde o último aviso.`,
    title: 'Prazos vencidos',
    columns: ['Atendimento', 'Prazo', 'Fila', 'Atendente', 'Vencia'],
    kinds: { firstAnswer: 'Primeira resposta', nextAnswer: 'Resposta', resolve: 'Resolução' },
    more: (count) => `e mais ${count}`,
    open: 'Abrir os atendimentos',
    note: (company) =>
      `Você recebe este e-mail como administrador de ${company}. Os avisos de prazos vencidos mudam em Configurações › Notificações.`,
  },
  en: {
    subject: (company, count) => `${company}: ${count === 1 ? '1 broken promise' : `${count} broken promises`}`,
    greeting: (name) => `Hello ${name},`,
    intro: (company, count) =>
      count === 1
        ? `One promise of ${company} was broken since the last notice.`
        : `${count} promises of ${company} were broken since the last notice.`,
    title: 'Broken promises',
    columns: ['Conversation', 'Promise', 'Queue', 'Agent', 'Was due'],
    kinds: { firstAnswer: 'First answer', nextAnswer: 'Answer', resolve: 'Resolution' },
    more: (count) => `and ${count} more`,
    open: 'Open the conversations',
    note: (company) =>
      `You get this email as an administrator of ${company}. Notices of broken promises are changed under Settings › Notifications.`,
  },
  es: {
    subject: (company, count) => `${company}: ${count === 1 ? '1 plazo vencido' : `${count} plazos vencidos`}`,
    greeting: (name) => `Hola, ${name}:`,
    intro: (company, count) =>
      count === 1
        ? `Un plazo de atención de ${company} venció desde el último aviso.`
        : `${count} plazos de atención de ${company} vencieron desde el último aviso.`,
    title: 'Plazos vencidos',
    columns: ['Conversación', 'Plazo', 'Cola', 'Agente', 'Vencía'],
    kinds: { firstAnswer: 'Primera respuesta', nextAnswer: 'Respuesta', resolve: 'Resolución' },
    more: (count) => `y ${count} más`,
    open: 'Abrir las conversaciones',
    note: (company) =>
      `Recibes este correo como administrador de ${company}. Los avisos de plazos vencidos se cambian en Configuración › Notificaciones.`,
  },
}

interface Digest {
  brand: Brand
  origin: string
  company: string
  timeZone: string
  breaches: readonly Breach[]
  /** With those that are not listed. */
  count: number
}

interface DigestReader {
  language: MailLanguage
  name: string
  leaveLink: string
}

export function breachDigestMail(digest: Digest, reader: DigestReader) {
  const { brand, origin, company, timeZone, breaches, count } = digest
  const { language, name, leaveLink } = reader
  const texts = digestTexts[language]
  const moment = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const rows = breaches.map(({ ticketId, contactName, kind, queueName, userName, dueAt }) => [
    `${ticketId === null ? '' : `#${ticketId} `}${contactName ?? ''}`,
    texts.kinds[kind],
    queueName ?? '–',
    userName ?? '–',
    moment.format(dueAt),
  ])
  const left = count - rows.length
  const content: MailContent = {
    language,
    greeting: texts.greeting(name),
    parts: [
      { kind: 'text', text: texts.intro(company, count) },
      { kind: 'table', title: texts.title, head: texts.columns, rows },
      ...(left > 0 ? [{ kind: 'text' as const, text: texts.more(left) }] : []),
      { kind: 'action', label: texts.open, link: `${origin}/tickets` },
    ],
    note: texts.note(company),
    leave: { label: leaveTexts[language], link: leaveLink },
  }
  return { subject: texts.subject(company, count), ...mailBody(brand, content) }
}
