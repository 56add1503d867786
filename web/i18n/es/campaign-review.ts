/** Texts of the last step before a campaign starts. */
export const review = {
  titles: {
    start: (name: string) => `¿Iniciar “${name}” ahora?`,
    restart: (name: string) => `¿Reiniciar “${name}”?`,
    schedule: (name: string) => `¿Programar “${name}”?`,
  },
  actions: { start: 'Iniciar ahora', restart: 'Reiniciar', schedule: 'Programar' },
  reviewAndStart: 'Revisar e iniciar',
  remaining: 'Faltan por recibir',
  starts: 'Inicio',
  now: 'ahora',
  ends: 'Fin previsto',
  previewFor: 'Vista previa para',
  oneOf: (count: number) => `${count}, y cada destinatario recibe uno de ellos`,
  faults: 'La campaña todavía no puede empezar:',
  fault: (field: string, error: string) => `${field}: ${error}`,
  offline: 'La conexión está desconectada: la campaña espera a que vuelva.',
  nobodyLeft: 'No falta nadie: la campaña termina al reiniciarla.',
  nobodyYet: 'Por ahora, nadie recibiría la campaña. Solo empieza si hay destinatarios a la hora programada.',
  test: {
    number: 'Enviar una prueba a',
    help: 'Los mensajes llegan como los recibiría el destinatario de la vista previa. La prueba no cuenta en la campaña.',
    send: 'Enviarme una prueba',
    placeholder: 'Con código de área',
    sent: (count: number) => (count === 1 ? 'Prueba enviada: 1 mensaje' : `Prueba enviada: ${count} mensajes`),
  },
}
