export const recipientTextsPt = {
  states: {
    waiting: 'Na fila',
    asked: 'Aguardando confirmação',
    confirmed: 'Confirmou',
    sending: 'Enviando',
    sent: 'Enviada',
    failed: 'Falhou',
    excluded: 'Excluído',
    expired: 'Sem resposta',
  },
  reasons: {
    suppressed: 'Pediu para não receber campanhas',
    blocked: 'Contato bloqueado',
    invalidNumber: 'O número não tem WhatsApp',
    declined: 'Respondeu que não quer',
    optOut: 'Pediu para sair',
    templateValues: 'Falta o valor de uma variável do modelo, ou ele é longo demais',
    sameContact: 'O mesmo contato já recebeu por outro número',
  },
}
export const recipientTextsEn = {
  states: {
    waiting: 'Waiting',
    asked: 'Waiting for confirmation',
    confirmed: 'Confirmed',
    sending: 'Sending',
    sent: 'Sent',
    failed: 'Failed',
    excluded: 'Excluded',
    expired: 'No answer',
  },
  reasons: {
    suppressed: 'Opted out of campaigns',
    blocked: 'Blocked contact',
    invalidNumber: 'The number is not on WhatsApp',
    declined: 'Declined',
    optOut: 'Opted out',
    templateValues: 'A variable of the template has no value, or one that is too long',
    sameContact: 'The same contact has received it on another number',
  },
}
export const recipientTextsEs = {
  states: {
    waiting: 'En espera',
    asked: 'Esperando confirmación',
    confirmed: 'Confirmó',
    sending: 'Enviando',
    sent: 'Enviado',
    failed: 'Falló',
    excluded: 'Excluido',
    expired: 'Sin respuesta',
  },
  reasons: {
    suppressed: 'Pidió no recibir campañas',
    blocked: 'Contacto bloqueado',
    invalidNumber: 'El número no tiene WhatsApp',
    declined: 'Respondió que no quiere',
    optOut: 'Pidió la baja',
    templateValues: 'Falta el valor de una variable de la plantilla, o es demasiado largo',
    sameContact: 'El mismo contacto ya lo recibió en otro número',
  },
}
