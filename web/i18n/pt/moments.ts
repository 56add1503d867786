export const moments = {
  title: 'Painel de Atendimentos',
  pending: 'Pendentes',
  busyOnly: 'Só quem está online ou atendendo',
  fullScreen: 'Mostrar em tela cheia',
  online: 'Online',
  offline: 'Offline',
  tickets: (count: number) => (count === 1 ? '1 atendimento' : `${count} atendimentos`),
  noTickets: 'Nenhum atendimento',
  nobodyWaits: 'Ninguém aguardando',
  limited: (count: number) => `Mostrando os ${count} atendimentos mais recentes.`,
}
