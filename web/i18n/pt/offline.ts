/** Of the page without a network, which loads nothing else. */
export const offline = {
  title: 'Sem conexão',
  bar: 'Sem conexão. Você lê os últimos atendimentos; o que escrever será enviado quando a conexão voltar.',
  list: 'Atendimentos guardados',
  empty: 'Sem conexão, e nenhum atendimento guardado neste aparelho.',
  messages: (contact: string) => `Mensagens de ${contact}`,
  note: 'Nota interna',
  waits: 'Será enviada',
  write: 'Escreva uma mensagem',
  attach: 'Anexar arquivo',
  picture: 'Foto',
  file: 'Arquivo',
  send: 'Enviar',
  back: 'Voltar',
  refused: 'Uma mensagem escrita sem conexão não foi enviada. Veja o motivo no atendimento.',
}
