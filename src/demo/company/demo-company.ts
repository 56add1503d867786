import type { SceneName } from '../story/scenes'
/** The password of all demo users; the demo listens on this machine only. */
export const demoPassword = 'recado-demo'
export const demoCompany = 'Casa Aurora Móveis'

/** The host's support number. */
export const supportPhone = '+55 11 94002-8999'

export const shopNumber = '5511940028900'

interface StaffMember {
  name: string
  email: string
  profile: 'admin' | 'user'
  queues: readonly QueueName[]
  allTicket: boolean
  showDashboard: boolean
  portrait: number
}

export const queueNames = ['Vendas', 'Entregas', 'Financeiro', 'Pós-venda'] as const
export type QueueName = (typeof queueNames)[number]

const noTargets = { firstAnswer: null, nextAnswer: null, resolve: null, warnBefore: null }

/** In minutes, around the clock, so that the demo shows due times at any hour. */
const demoSla = {
  hours: 'always',
  low: noTargets,
  normal: { ...noTargets, firstAnswer: 30, nextAnswer: 120, resolve: 2880 },
  high: { ...noTargets, firstAnswer: 15, nextAnswer: 60, resolve: 1440 },
  urgent: { ...noTargets, firstAnswer: 5, nextAnswer: 15, resolve: 240 },
}

export const demoQueues: readonly { name: QueueName; color: string; greetingMessage: string; sla?: typeof demoSla }[] =
  [
    {
      name: 'Vendas',
      color: '#0b7285',
      greetingMessage: 'Você está na fila de vendas. Já vamos atender! 🛋️',
      sla: demoSla,
    },
    { name: 'Entregas', color: '#e8590c', greetingMessage: 'Fila de entregas: tenha o número do pedido em mãos.' },
    { name: 'Financeiro', color: '#2b8a3e', greetingMessage: 'Fila do financeiro: boletos, notas e estornos.' },
    {
      name: 'Pós-venda',
      color: '#862e9c',
      greetingMessage: 'Conte o que houve e, se puder, mande uma foto.',
      sla: demoSla,
    },
  ]

export const superUser = { name: 'Sofia Reis', email: 'sofia@casaaurora.test' }
export const staff: readonly [StaffMember, ...StaffMember[]] = [
  {
    name: 'Ana Souza',
    email: 'ana@casaaurora.test',
    profile: 'admin',
    queues: [...queueNames],
    allTicket: true,
    showDashboard: true,
    portrait: 2,
  },
  {
    name: 'Bruno Lima',
    email: 'bruno@casaaurora.test',
    profile: 'user',
    queues: ['Vendas', 'Entregas'],
    allTicket: true,
    showDashboard: true,
    portrait: 1,
  },
  {
    name: 'Carla Dias',
    email: 'carla@casaaurora.test',
    profile: 'user',
    queues: ['Financeiro', 'Pós-venda'],
    allTicket: false,
    showDashboard: false,
    portrait: 8,
  },
]

export const demoTags: readonly { name: string; color: string }[] = [
  { name: 'Cliente novo', color: '#1c7ed6' },
  { name: 'Cliente fiel', color: '#f08c00' },
  { name: 'Arquiteto', color: '#7048e8' },
  { name: 'Atacado', color: '#0b7285' },
  { name: 'Entrega atrasada', color: '#e03131' },
  { name: 'Troca', color: '#c2255c' },
  { name: 'Garantia', color: '#5f3dc4' },
  { name: 'Boleto em aberto', color: '#e8590c' },
  { name: 'Orçamento', color: '#2f9e44' },
  { name: 'Elogio', color: '#d6336c' },
]

export const demoLanes: readonly { name: string; color: string }[] = [
  { name: 'Primeiro contato', color: '#4dabf7' },
  { name: 'Orçamento enviado', color: '#ffa94d' },
  { name: 'Negociação', color: '#9775fa' },
  { name: 'Fechado', color: '#69db7c' },
]

export const quickMessages: readonly { shortcode: string; message: string; picture?: SceneName }[] = [
  { shortcode: 'oi', message: 'Olá, {{firstName}}! {{ms}}, aqui é {{userName}} da Casa Aurora. Como posso ajudar?' },
  {
    shortcode: 'prazo',
    message: 'O prazo de entrega é de 7 a 12 dias úteis, e a montagem é agendada no mesmo dia. 🚚',
  },
  {
    shortcode: 'pix',
    message: 'Nossa chave Pix é financeiro@casaaurora.test. Assim que pagar, mande o comprovante por aqui.',
  },
  { shortcode: 'garantia', message: 'Todos os móveis têm 12 meses de garantia contra defeitos de fabricação.' },
  {
    shortcode: 'troca',
    message: 'A troca pode ser pedida em até 7 dias depois da entrega. Vou precisar de 3 fotos do produto.',
  },
  { shortcode: 'horario', message: 'Atendemos de segunda a sexta das 8h às 19h e sábado das 9h às 14h. 🕘' },
  { shortcode: 'endereco', message: 'Estamos na Av. das Nações, 1500, Centro. Tem estacionamento!' },
  { shortcode: 'sofa', message: 'Este é o retrátil de 3 lugares, em 10x sem juros.', picture: 'sofa' },
  { shortcode: 'mesa', message: 'A mesa de jantar vem com 6 cadeiras. 🪑', picture: 'mesa' },
  { shortcode: 'obrigado', message: 'Nós que agradecemos, {{firstName}}! Qualquer coisa, é só chamar. 💚' },
]

export const demoConnection = {
  name: 'WhatsApp da loja',
  ratingMessage: 'De 1 a 5, que nota você dá ao atendimento de {{userName}}? ⭐',
  /** Minutes. */
  expiresTicketNPS: 1440,
  complationMessage: 'Obrigada por falar com a Casa Aurora! Até a próxima. 💚',
  greetingMessage: 'Olá! Bem-vindo à Casa Aurora Móveis.',
}

export const demoSettings = [
  ['greetingAcceptedMessage', 'Olá, {{firstName}}! Meu nome é {{userName}} e vou cuidar do seu atendimento. 😊'],
  ['sendGreetingAccepted', 'enabled'],
  ['transferMessage', 'Um momento, estou passando você para o setor {{queue}}.'],
  ['sendMsgTransfTicket', 'enabled'],
  ['userRating', 'enabled'],
  // Where the channel has them.
  ['chatBotType', 'button'],
] as const
