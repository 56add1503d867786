export const setupChecklist = {
  title: 'Primeiros passos',
  progress: (done: number, all: number) => `${done} de ${all} concluídos`,
  dismiss: 'Dispensar',
  done: 'Concluído',
  company: { label: 'Nome da empresa', skip: 'Pular' },
  steps: {
    company: {
      title: 'Dê o nome da empresa',
      text: 'Ele aparece no topo da tela, nos convites e nas mensagens com {{name_company}}.',
      action: 'Salvar',
    },
    whatsapp: {
      title: 'Conecte o WhatsApp',
      text: 'Leia o QR Code com o celular. WhatsApp API, Facebook e Instagram são adicionados em Conexões.',
      action: 'Conectar',
    },
    queue: {
      title: 'Crie uma fila',
      text: 'As filas separam os atendimentos por setor, como Vendas e Suporte.',
      action: 'Adicionar fila',
    },
    people: {
      title: 'Convide a equipe',
      text: 'Adicione quem vai atender. Cada pessoa recebe um link e cria a própria senha.',
      action: 'Convidar',
    },
  },
  gaps: {
    quoted: (name: string) => `“${name}”`,
    more: (count: number) => `mais ${count}`,
    kinds: {
      connectionWithoutQueue: {
        text: (names: string, count: number) =>
          count === 1
            ? `A conexão ${names} não tem fila: ninguém é avisado de quem escreve.`
            : `As conexões ${names} não têm fila: ninguém é avisado de quem escreve.`,
        action: 'Ligar a uma fila',
      },
      connectionWithoutWelcome: {
        text: (names: string, count: number) =>
          count === 1
            ? `A conexão ${names} tem várias filas, mas nenhuma saudação que as ofereça: quem escreve fica sem fila.`
            : `As conexões ${names} têm várias filas, mas nenhuma saudação que as ofereça: quem escreve fica sem fila.`,
        action: 'Escrever saudação',
      },
      queueWithoutPeople: {
        text: (names: string, count: number) =>
          count === 1
            ? `A fila ${names} não tem atendentes: ninguém vê quem aguarda nela.`
            : `As filas ${names} não têm atendentes: ninguém vê quem aguarda nelas.`,
        action: 'Escolher atendentes',
      },
      personWithoutQueue: {
        text: (names: string, count: number) =>
          count === 1
            ? `${names} não tem fila e não vê quem aguarda.`
            : `${names} não têm fila e não veem quem aguarda.`,
        action: 'Escolher filas',
      },
    },
  },
}
