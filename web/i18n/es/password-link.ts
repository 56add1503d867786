export const passwordLink = {
  title: 'Crear la contraseña',
  welcome: (name: string) => `Hola, ${name}`,
  text: (company: string) => `Crea tu contraseña para entrar al equipo de ${company}.`,
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHelp: 'De 5 a 50 caracteres.',
  enter: 'Guardar y entrar',
  entering: 'Entrando…',
  endedTitle: 'Este enlace ya no es válido',
  endedText:
    'Ya se usó, se reemplazó por otro o venció. Si ya creaste tu contraseña, entra con ella. Si no, pide un enlace nuevo a un administrador de tu empresa.',
  signIn: 'Entrar',
}
