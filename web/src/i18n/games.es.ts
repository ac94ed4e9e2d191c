// Los cuatro juegos: nombres, bandos y opciones, en frases.

interface OptionText {
  title: string;
  usual?: string; // cuando lo habitual depende de otra opción
  values: Record<string, string>;
}

interface GameText {
  name: string;
  about: string;
  players: string;
  minutes: string;
  sides: string[];
  pieces: string; // lo que cada cual tiene
  options: Record<string, OptionText>;
}

export const gamesEs: Record<'oware' | 'pylos' | 'six' | 'dados', GameText> = {
  oware: {
    name: 'Oware',
    about: 'Siembra, cuenta y captura más de la mitad de las semillas.',
    players: '2 jugadores',
    minutes: '10–20 min',
    sides: ['Sur', 'Norte'],
    pieces: 'semillas capturadas',
    options: {
      slam: {
        title: 'Una jugada que capturaría todas las semillas del rival…',
        values: {
          keep: 'está prohibida; si no hay otra, acaba la partida y cada cual se queda con las suyas',
          forfeit: 'está prohibida; si no hay otra, acaba la partida y todas son para el rival',
          nocapture: 'se puede hacer, pero no captura nada (regla de torneo)',
          awari:
            'está prohibida, como cualquiera que deje al rival sin semillas; si no queda más remedio, captura y acaba la partida',
        },
      },
      cycle: {
        title: 'Si la posición se repite, o los dos acordáis terminar, las semillas del tablero…',
        values: { own: 'son de quien las tiene en su lado', split: 'se reparten a medias' },
      },
    },
  },
  pylos: {
    name: 'Pylos',
    about: 'Levantad juntos una pirámide; gana quien pone la última bola.',
    players: '2 jugadores',
    minutes: '5–20 min',
    sides: ['Claro', 'Oscuro'],
    pieces: 'bolas en reserva',
    options: {
      variant: {
        title: 'Se recuperan bolas…',
        values: {
          standard: 'al cerrar un cuadrado de tu color',
          child: 'nunca: para empezar, o para jugar con niños',
          expert: 'al cerrar un cuadrado o una línea de tu color: para expertos',
        },
      },
      second: {
        title: 'La segunda bola que se recupera…',
        values: {
          any: 'puede ser una que la primera deja libre',
          free: 'tenía que estar libre desde el principio',
        },
      },
      recovery: {
        title: 'Tras cerrar un cuadrado…',
        values: { must: 'hay que recuperar una o dos bolas', may: 'se puede no recuperar ninguna' },
      },
      reserve: {
        title: 'Quien se queda sin bolas en la reserva…',
        values: { lose: 'pierde al llegarle el turno', raise: 'sigue mientras pueda subir alguna' },
      },
      base: {
        title: 'La base de la pirámide es…',
        values: {
          '4': 'de 4 × 4, con quince bolas cada uno',
          '3': 'de 3 × 3, con siete bolas cada uno: más corta',
        },
      },
    },
  },
  six: {
    name: 'Six',
    about: 'Forma una fila, un triángulo o un círculo con seis hexágonos.',
    players: '2 jugadores',
    minutes: '5–15 min',
    sides: ['Rojo', 'Negro'],
    pieces: 'piezas en mano',
    options: {
      first: { title: 'La primera partida la abre…', values: { r: 'el rojo', b: 'el negro' } },
      opening: {
        title: 'Tu primera pieza puede ir…',
        values: { free: 'junto a cualquier otra', apart: 'en cualquier sitio que no toque tu pieza inicial' },
      },
    },
  },
  dados: {
    name: 'Secuencia de Dados',
    about: 'Tira, ocupa la casilla que toca y alinea tus fichas.',
    players: '2, 3 o 4 jugadores',
    minutes: '10–20 min',
    sides: ['Verde', 'Azul', 'Rojo'],
    pieces: 'fichas por poner',
    options: {
      players: {
        title: 'Jugáis…',
        values: {
          '2': 'dos, uno contra otro',
          '3': 'tres, cada cual por su cuenta',
          '4': 'cuatro, por parejas',
        },
      },
      line: {
        title: 'Gana quien alinea…',
        usual: 'lo habitual: seis fichas entre dos bandos, cinco entre tres',
        values: { '5': 'cinco fichas', '6': 'seis fichas' },
      },
    },
  },
};

export type GameTexts = typeof gamesEs;
