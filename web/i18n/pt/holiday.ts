import { recordTexts } from './record'

export const holiday = {
  ...recordTexts({ one: 'feriado', gender: 'm' }),
  title: 'Feriados',
  emptyText: 'Em feriados a empresa, as filas e as conexões ficam fechadas, e os prazos do SLA param.',
  fields: { day: 'Data', name: 'Nome' },
  national: {
    action: 'Feriados nacionais',
    title: 'Feriados nacionais do Brasil',
    text: 'Adiciona os feriados nacionais do ano. Datas que já estão na lista não mudam.',
    year: 'Ano',
    optional: 'Também os pontos facultativos',
    optionalHelp: 'Segunda e terça-feira de Carnaval e Corpus Christi.',
    save: 'Adicionar',
    added: (count: number) =>
      count === 0
        ? 'Todos já estavam na lista'
        : count === 1
          ? '1 feriado adicionado'
          : `${count} feriados adicionados`,
  },
}
