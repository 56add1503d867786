/** Times count back from now. */
export interface TalkStory {
  title: string
  owner: Speaker
  members: readonly Speaker[]
  lines: readonly TalkLine[]
}

export type Speaker = 'Sofia' | 'Ana' | 'Bruno' | 'Carla'

export interface TalkLine {
  by: Speaker
  minutesAgo: number
  text: string
  file?: 'photo' | 'pdf' | 'voice'
}

const hour = 60
const day = 24 * hour

export const talkStories: readonly TalkStory[] = [
  {
    title: 'Equipe Casa Aurora',
    owner: 'Ana',
    members: ['Sofia', 'Ana', 'Bruno', 'Carla'],
    lines: [
      {
        by: 'Ana',
        minutesAgo: 6 * day,
        text: 'Bom dia, pessoal! A semana da poltrona começa hoje: 15% em toda a linha Lis. 🎉',
      },
      { by: 'Bruno', minutesAgo: 6 * day - 4, text: 'Já avisei quem pediu orçamento no mês passado.' },
      { by: 'Carla', minutesAgo: 6 * day - 9, text: 'Vale para quem paga em 3x?' },
      { by: 'Ana', minutesAgo: 6 * day - 11, text: 'Vale. *Em 6x não tem desconto*, tabela aqui.', file: 'pdf' },
      { by: 'Carla', minutesAgo: 6 * day - 12, text: 'Perfeito, obrigada!' },
      {
        by: 'Sofia',
        minutesAgo: 2 * day,
        text: 'Na sexta a internet da loja fica fora das 7h às 8h. Usem o 4G do celular.',
      },
      { by: 'Bruno', minutesAgo: 2 * day - 30, text: 'Anotado 👍' },
      {
        by: 'Ana',
        minutesAgo: 3 * hour,
        text: 'Chegou o mostruário novo! O que acham desta para a vitrine?',
        file: 'photo',
      },
      { by: 'Carla', minutesAgo: 3 * hour - 2, text: 'Linda! Combina com o tapete terracota.' },
      { by: 'Bruno', minutesAgo: 3 * hour - 3, text: 'Fechado. Monto depois do almoço.' },
      {
        by: 'Ana',
        minutesAgo: 38,
        text: 'Quem puder, responda os pendentes de Vendas antes das 18h, tem gente esperando desde cedo.',
      },
    ],
  },
  {
    title: 'Entregas de hoje',
    owner: 'Bruno',
    members: ['Bruno', 'Ana'],
    lines: [
      { by: 'Bruno', minutesAgo: 5 * hour, text: 'O caminhão 2 sai às 14h com 6 entregas na Zona Norte.' },
      {
        by: 'Ana',
        minutesAgo: 5 * hour - 6,
        text: 'A Dona Célia pediu para ligar antes, o porteiro não deixa subir sem aviso.',
      },
      { by: 'Bruno', minutesAgo: 5 * hour - 8, text: 'Ok, deixei no roteiro.' },
      { by: 'Bruno', minutesAgo: 52, text: '', file: 'voice' },
      { by: 'Bruno', minutesAgo: 51, text: 'Resumo: faltou o pé da mesa Ipê no pedido 4471. Troco amanhã cedo.' },
    ],
  },
  {
    title: 'Carla e Ana',
    owner: 'Carla',
    members: ['Carla', 'Ana'],
    lines: [
      {
        by: 'Carla',
        minutesAgo: 1 * day + 40,
        text: 'Consegue aprovar o estorno do Sr. Otávio? Ele mandou o comprovante.',
      },
      { by: 'Ana', minutesAgo: 1 * day + 20, text: 'Aprovado. Cai em até 2 dias úteis.' },
      { by: 'Carla', minutesAgo: 1 * day + 19, text: '🙏' },
      { by: 'Carla', minutesAgo: 12, text: 'Posso tirar folga na segunda? O Bruno me cobre.' },
    ],
  },
]

/** Oldest first. */
export const demoAnnouncements = [
  {
    daysAgo: 20,
    title: 'Respostas rápidas com a barra',
    text: 'Digite / no começo da mensagem para escolher uma resposta pronta.\n\nElas aceitam variáveis como {{firstName}} e {{ms}}.',
    priority: 3,
  },
  {
    daysAgo: 5,
    title: 'Manutenção no domingo',
    text: 'No domingo, das *3h às 3h30*, o sistema fica fora do ar para atualização.\n\nAs mensagens que chegarem nesse período são entregues assim que ele voltar. Acompanhe em https://status.exemplo.test',
    priority: 1,
  },
  {
    daysAgo: 1,
    title: 'Novo chat interno',
    text: 'Agora vocês podem conversar entre colegas sem sair do Recado: abra *Chat interno* no menu ou o balão na barra do topo.\n\nMande texto, fotos, documentos e áudio. Os contatos não veem nada.',
    priority: 2,
    picture: true,
  },
] as const
