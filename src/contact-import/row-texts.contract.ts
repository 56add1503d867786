/** Results of imported rows and their reasons, on the screen and in the exported file. */
export const rowTextsPt = {
  outcomes: { created: 'Criado', updated: 'Atualizado', ignored: 'Ignorado', failed: 'Erro' },
  reasons: {
    missingName: 'Sem nome',
    missingNumber: 'Sem número',
    invalidNumber: 'O número contém caracteres inválidos',
    numberTooShort: 'Número curto demais',
    numberTooLong: 'Número longo demais',
    damagedNumber: 'O Excel arredondou o número; formate a coluna como texto',
    alreadyExists: 'O contato já existe',
    alreadyListed: 'O número já está na lista',
    notOnWhatsApp: 'O número não tem WhatsApp',
    unverified: 'Não foi possível verificar o número',
    invalidEmail: 'E-mail inválido, não importado',
    tooManyTags: 'Nem todas as tags foram importadas',
  },
}
export const rowTextsEn = {
  outcomes: { created: 'Created', updated: 'Updated', ignored: 'Ignored', failed: 'Error' },
  reasons: {
    missingName: 'No name',
    missingNumber: 'No number',
    invalidNumber: 'The number contains invalid characters',
    numberTooShort: 'The number is too short',
    numberTooLong: 'The number is too long',
    damagedNumber: 'Excel rounded the number; format the column as text',
    alreadyExists: 'The contact already exists',
    alreadyListed: 'The number is already on the list',
    notOnWhatsApp: 'The number is not on WhatsApp',
    unverified: 'The number could not be checked',
    invalidEmail: 'Invalid email, not imported',
    tooManyTags: 'Not all tags were imported',
  },
}
export const rowTextsEs = {
  outcomes: { created: 'Creado', updated: 'Actualizado', ignored: 'Ignorado', failed: 'Error' },
  reasons: {
    missingName: 'Sin nombre',
    missingNumber: 'Sin número',
    invalidNumber: 'El número contiene caracteres no válidos',
    numberTooShort: 'El número es demasiado corto',
    numberTooLong: 'El número es demasiado largo',
    damagedNumber: 'Excel redondeó el número; da formato de texto a la columna',
    alreadyExists: 'El contacto ya existe',
    alreadyListed: 'El número ya está en la lista',
    notOnWhatsApp: 'El número no tiene WhatsApp',
    unverified: 'No se pudo verificar el número',
    invalidEmail: 'Correo no válido, no importado',
    tooManyTags: 'No se importaron todas las etiquetas',
  },
}
