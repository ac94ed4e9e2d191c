// The usual colours of all that can be made of something else, for whoever shows them without a board.

import './boards.css';
import './pylos/pylos.css';
import './six/six.css';
