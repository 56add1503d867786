export const setupChecklist = {
  title: 'Primeiros passos',
  progress: (done: number, all: number) => `${done} de ${all} concluídos`,
  dismiss: 'Dispensar',
  done: 'Concluído',
  steps: {
    whatsapp: {
      title: 'Conecte o WhatsApp',
      text: 'Leia o QR Code com o celular. Para a API oficial da Meta, adicione um WhatsApp API em Conexões.',
      action: 'Conectar',
    },
    queue: {
      title: 'Crie uma fila',
      text: 'As filas separam os atendimentos por setor, como Vendas e Suporte.',
      action: 'Criar fila',
    },
    people: {
      title: 'Convide a equipe',
      text: 'Crie um acesso para cada pessoa que vai atender.',
      action: 'Adicionar usuário',
    },
  },
}
