import type { MailLanguage } from '../../platform/mail/mail-body'

interface WeeklyReportTexts {
  subject(company: string, days: string): string
  greeting(name: string): string
  intro(company: string, days: string): string
  days(from: string, to: string): string
  before(value: string): string
  started: string
  resolved: string
  wait: string
  duration: string
  rating: string
  waiting: string
  agents: string
  columns: readonly [name: string, started: string, wait: string, duration: string, rating: string]
  more(count: number): string
  open: string
  note(company: string): string
}

export const weeklyReportTexts: Record<MailLanguage, WeeklyReportTexts> = {
  pt: {
    subject: (company, days) => `Resumo da semana de ${company}: ${days}`,
    greeting: (name) => (name ? `Olá, ${name}!` : 'Olá!'),
    intro: (company, days) => `Este é o resumo da equipe de ${company}, de ${days}.`,
    days: (from, to) => `${from} a ${to}`,
    before: (value) => `semana anterior: ${value}`,
    started: 'Atendimentos iniciados',
    resolved: 'Resolvidos',
    wait: 'Espera média',
    duration: 'Duração média',
    rating: 'Avaliações',
    waiting: 'Aguardando agora',
    agents: 'Por atendente',
    columns: ['Atendente', 'Atendimentos', 'Espera', 'Duração', 'Nota'],
    more: (count) => (count === 1 ? 'mais 1 atendente' : `mais ${count} atendentes`),
    open: 'Abrir o painel',
    note: (company) => `Você recebe este e-mail porque um administrador de ${company} ativou o resumo semanal.`,
  },
  en: {
    subject: (company, days) => `The week of ${company}: ${days}`,
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    intro: (company, days) => `This is the report of the team of ${company} from ${days}.`,
    days: (from, to) => `${from} to ${to}`,
    before: (value) => `week before: ${value}`,
    started: 'Conversations started',
    resolved: 'Resolved',
    wait: 'Average wait',
    duration: 'Average duration',
    rating: 'Ratings',
    waiting: 'Waiting now',
    agents: 'By agent',
    columns: ['Agent', 'Conversations', 'Wait', 'Duration', 'Rating'],
    more: (count) => (count === 1 ? '1 more agent' : `${count} more agents`),
    open: 'Open the dashboard',
    note: (company) => `You get this email because an administrator of ${company} turned the weekly report on.`,
  },
  es: {
    subject: (company, days) => `La semana de ${company}: ${days}`,
    greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    intro: (company, days) => `Este es el resumen del equipo de ${company}, del ${days}.`,
    days: (from, to) => `${from} al ${to}`,
    before: (value) => `semana anterior: ${value}`,
    started: 'Conversaciones iniciadas',
    resolved: 'Resueltas',
    wait: 'Espera media',
    duration: 'Duración media',
    rating: 'Calificaciones',
    waiting: 'Esperando ahora',
    agents: 'Por agente',
    columns: ['Agente', 'Conversaciones', 'Espera', 'Duración', 'Nota'],
    more: (count) => (count === 1 ? '1 agente más' : `${count} agentes más`),
    open: 'Abrir el panel',
    note: (company) => `Recibes este correo porque un administrador de ${company} activó el resumen semanal.`,
  },
}
